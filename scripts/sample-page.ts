import lexicon from 'wink-lexicon/src/lexicon.js'

const WORDS = Object.keys(lexicon).filter((word) => /^[a-z]{2,}$/.test(word))
const SMALL_WORDS = 'the of and to in a is that for it with as on by at from this be or are'.split(' ')

/** A typical page of `bytes` bytes: two fifths text with realistic word frequencies, the rest markup, scripts and styles. */
export function makeSamplePage(bytes: number): string {
  const random = createRandom()
  const pick = (list: string[]) => list[Math.floor(random() ** 3 * list.length)] ?? ''
  const word = () => (random() < 0.45 ? pick(SMALL_WORDS) : pick(WORDS))
  const words = (count: number) => Array.from({ length: count }, word).join(' ')
  const sentence = () => {
    const text = words(8 + Math.floor(random() * 14))
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}${random() < 0.2 ? ', so they say' : ''}.`
  }
  const link = () => `<a class="link link--quiet" href="/${word()}/${word()}">${words(2)}</a>`
  const section = () => `
    <section class="card card--wide mt-4" data-id="${Math.floor(random() * 1e9)}">
      <h2 class="card__title"><span class="icon icon-bullet" aria-hidden="true"></span>${words(4)}</h2>
      <img class="card__image" src="/images/${word()}-${word()}.webp" srcset="/images/small.webp 480w, /images/large.webp 1200w" alt="${words(4)}" loading="lazy">
      <p class="card__text">${sentence()} ${sentence()} ${link()} ${sentence()} ${sentence()}</p>
      <p class="card__text">${sentence()} <strong>${words(2)}</strong> ${sentence()} ${sentence()}</p>
      <ul class="card__links"><li>${link()}</li><li>${link()}</li><li>${link()}</li></ul>
      <script>window.queue.push({ id: ${Math.floor(random() * 1e9)}, html: "<p>${words(30)}</p>", track: function (a, b) { return a < b && b > 0 } })</script>
    </section>`
  const start = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${words(7)}</title>
    <meta name="description" content="${words(20)}"><style>${'.card { margin: 0 auto; color: #123456 } '.repeat(bytes / 1000)}</style></head>
    <body class="page"><header><nav><ul>${Array.from({ length: 40 }, () => `<li>${link()}</li>`).join('')}</ul></nav></header>
    <main><h1>${words(5)}</h1>`
  const parts = [start]
  for (let length = start.length; length < bytes; length += parts.at(-1)?.length ?? 0) parts.push(section())
  return parts.join('').slice(0, bytes)
}

/** Deterministic: the minimal standard generator (S. Park and K. Miller, 1988). */
function createRandom(): () => number {
  let state = 20_261_121
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
