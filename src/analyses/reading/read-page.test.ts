import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { PageReading } from '#src/analyses/page-reading.ts'
import { shortOrLong } from '#src/testing/attack.ts'
import { encodeAs, type PageName, pageOf, pageSource } from '#src/testing/pages.ts'
import { readPage } from './read-page.ts'

function read(html: string | Uint8Array, contentType?: string): PageReading {
  const reading = readPage(pageOf(html, contentType))
  if ('kind' in reading) throw new Error(reading.reason)
  return reading
}

const body = (html: string) => read(`<!doctype html><html lang="en"><body>${html}`)

const topFive = ({ keywords }: PageReading) =>
  keywords.slice(0, 5).map(({ keyword }) => keyword.toLowerCase())

test.each<[PageName, string, string, number, number]>([
  ['shop', 'sleeping bag', 'Fjell Down Sleeping Bag – Winter sleeping bags | Northpack', 8, 286],
  ['blog', 'sourdough starter', 'Why your sourdough starter smells of nail varnish - Crumb & Crust', 8, 304],
  ['docs', 'connection pool', 'Connection pooling | Heron Database Driver 4.2', 6, 187],
  ['spa', 'tide tables', 'Tidewatch - Harbour tide tables', 0, 0],
  ['german', 'wärmepumpe', 'Wärmepumpe im Altbau: Lohnt sich das? – Heizungsblatt', 4, 134],
  ['spanish', 'olivo', 'Cómo podar un olivo paso a paso | El Huerto', 4, 157],
  ['japanese', '鉄瓶', '鉄瓶の手入れと錆の落とし方 | 南部の台所', 4, 167],
])('the %s page is about %s', async (name, topic, title, totalHeadings, wordCount) => {
  const reading = read(await pageSource(name))
  expect(reading).toMatchObject({ title, totalHeadings, wordCount, charset: 'UTF-8' })
  expect(topFive(reading)).toContain(topic)
  expect(reading.keywords[0]?.relevanceScore).toBe(10)
})

test('a shop page tells what it says of itself', async () => {
  expect(read(await pageSource('shop'))).toMatchObject({
    metaDescription:
      'A light down sleeping bag for winter nights at –12 °C. 780 fill power, water-repellent shell, 1,150 g. Free returns within 60 days.',
    canonical: 'https://www.site.example/sleeping-bags/fjell-down',
    robots: 'index, follow',
    lang: 'en',
    openGraph: {
      'og:title': 'Fjell Down Sleeping Bag',
      'og:type': 'product',
      'product:price:amount': '389.00',
    },
    jsonLdTypes: ['Product', 'Brand', 'Offer', 'AggregateRating'],
    headings: [
      { level: 1, text: 'Fjell Down Sleeping Bag' },
      { level: 2, text: 'Warm where it matters' },
      { level: 2, text: 'Made for wet mornings' },
      { level: 2, text: 'Size and weight' },
      { level: 2, text: 'What customers say' },
      { level: 3, text: 'You may also like' },
      { level: 4, text: 'Service' },
      { level: 4, text: 'Newsletter' },
    ],
  })
})

test('what every page of a site repeats is neither the topic nor in the text', async () => {
  for (const [name, boilerplate] of [
    ['shop', /cookie|newsletter|boots|cart/i],
    ['blog', /comments|recipes|newsletter/i],
    ['docs', /installation|migrations|logging/i],
    ['german', /Solarthermie|Impressum/],
    ['spanish', /cookies|plagas/i],
  ] as const) {
    const { keywords, text } = read(await pageSource(name))
    expect(keywords.slice(0, 8).filter(({ keyword }) => boilerplate.test(keyword))).toEqual([])
    expect(text).not.toMatch(boilerplate)
  }
})

test('a keyword comes with the place where it stands', async () => {
  const { keywords } = read(await pageSource('docs'))
  expect(keywords[0]).toMatchObject({ keyword: 'connection pool', frequency: 7 })
  expect(keywords.map(({ context }) => context)).toContain('Subheading: Leaked connections')
  for (const { context } of keywords) expect(context).toMatch(/^[A-Z][a-z]+( [a-z]+)?: ./)
})

test.each([
  ['header', 'utf-8', 'text/html; charset=utf-8', 'UTF-8'],
  ['header', 'shift_jis', 'text/html; charset=Shift_JIS', 'Shift_JIS'],
  ['header', 'euc-jp', 'text/html;charset="EUC-JP"', 'EUC-JP'],
  ['meta', 'shift_jis', 'text/html', 'Shift_JIS'],
  ['meta', 'euc-jp', 'text/html', 'EUC-JP'],
  ['header', 'gb18030', 'text/html; charset=GB18030', 'gb18030'],
  ['header', 'utf-16le', 'text/html; charset=utf-16le', 'UTF-16LE'],
  ['mark', 'utf-16be', 'text/html; charset=utf-8', 'UTF-16BE'],
  ['mark', 'utf-16le', 'text/html', 'UTF-16LE'],
])('Japanese is read when the %s says %s', async (where, encoding, contentType, charset) => {
  const source = (await pageSource('japanese')).replace(
    '<head>',
    where === 'meta' ? `<head><meta charset="${encoding}">` : '<head>',
  )
  const text = where === 'mark' ? `\ufeff${source}` : source
  const bytes = encoding === 'utf-8' ? new TextEncoder().encode(text) : encodeAs(encoding, text)
  const reading = read(bytes, contentType)
  expect(reading).toMatchObject({ title: '鉄瓶の手入れと錆の落とし方 | 南部の台所', charset, wordCount: 167 })
  expect(topFive(reading)).toContain('鉄瓶')
})

test('Western European bytes are read, with a <meta> and without', async () => {
  const source = await pageSource('french')
  for (const html of [source, source.replace(/<meta http-equiv.*>/, '')]) {
    const reading = read(encodeAs('windows-1252', html))
    expect(reading).toMatchObject({
      title: "Le vélo cargo en ville : guide d'achat",
      charset: 'windows-1252',
      lang: null,
    })
    expect(topFive(reading)).toContain('vélo cargo')
    expect(reading.text).toContain('4 500 €')
  }
})

test.each([
  ['iso-8859-1', 'windows-1252', 'Crème brûlée'],
  ['iso-8859-2', 'ISO-8859-2', 'Žluťoučký kůň'],
  ['iso-8859-5', 'ISO-8859-5', 'Пароль'],
  ['iso-8859-7', 'ISO-8859-7', 'Κωδικός'],
  ['iso-8859-15', 'ISO-8859-15', 'Cœur à 5 €'],
  ['koi8-r', 'KOI8-R', 'Пароль'],
  ['windows-1251', 'windows-1251', 'Пароль'],
  ['euc-kr', 'EUC-KR', '비밀번호'],
  ['big5', 'Big5', '密碼'],
  ['gbk', 'GBK', '密码'],
])('%s is read as %s', (label, charset, title) => {
  expect(read(encodeAs(label, `<title>${title}</title>`), `text/html; charset=${label}`)).toMatchObject({
    title,
    charset,
  })
})

test('a page that tells no encoding is UTF-8 where it can be', () => {
  expect(read('<title>Crème brûlée</title>')).toMatchObject({ title: 'Crème brûlée', charset: 'UTF-8' })
  expect(read('<title>Crème</title>', 'text/html; charset=no-such-thing').title).toBe('Crème')
})

test('an encoding that no browser reads is a failure with a sentence', () => {
  expect(readPage(pageOf('x', 'text/html; charset=iso-2022-kr'))).toEqual({
    kind: 'failure',
    reason: 'The page is in an encoding that can’t be read.',
  })
})

test.each([
  ['words in inline elements are joined, words in blocks are not', 'pass<b>word</b><p>one</p><p>two</p>', 3],
  ['a line ends at a <br>', 'one<br>two', 2],
  ['table cells are apart', '<table><tr><td>one<td>two<tr><td>three</table>', 3],
  ['links that touch are apart', '<a href=x>one</a><a href=y>two</a>', 2],
  [
    'scripts, styles and what stands in for them are not seen',
    '<script>a b</script><style>c</style><noscript>d</noscript><template><p>e</template><svg><title>f</title></svg>one',
    1,
  ],
  [
    'hidden elements are not seen',
    '<p hidden>a</p><p style="color:red; DISPLAY : none">b</p><dialog>c</dialog><dialog open>one</dialog>',
    1,
  ],
  ['comments are not seen', 'o<!-- x <p>y</p> -->ne <!-->two<!---->', 2],
  ['entities are characters', 'caf&eacute; R&amp;D &lt;b&gt; &#x1F511;&nbsp;&#39;', 3],
  ['marks alone are no words', '– one — … 2 !!! &bull; |', 2],
  ['soft hyphens divide no word', 'Pass&shy;wort&#8203;speicher<wbr>platz', 1],
  ['what only looks like a tag is text', 'a < b and 1<2', 4],
  ['an attribute may hold a tag', '<p title="<script>">one</p><p data-x=\'>\'>two</p>', 2],
  ['a script ends at its own closing tag, however that is written', '<SCRIPT>"</p>"</Script\n>one', 1],
  [
    'closing tags may be missing or crossed',
    '<ul><li>one<li><b>two<i>three</b>four</i></ul></div></p>five',
    3,
  ],
])('%s', (_rule, html, wordCount) => {
  expect(body(html).wordCount).toBe(wordCount)
})

test('a link in a sentence is a part of it', () => {
  const { keywords } = body(
    '<p>Every password <a href="/m">manager</a> keeps them. A password manager helps.',
  )
  expect(keywords[0]).toMatchObject({ keyword: 'password manager', frequency: 2 })
})

test('the site’s name in a title is not what the page is about', () => {
  const page = (title: string, site = '') =>
    `<title>${title}</title><meta property="og:site_name" content="${site}">`
  for (const html of [page('Trail shoes | North Pack', 'Northpack'), page('Site – Trail shoes')]) {
    const [first, ...others] = read(html).keywords
    expect(first?.keyword).toBe('Trail shoes')
    expect(others.map(({ keyword }) => keyword)).not.toContain(first?.keyword)
    const site = others.find(({ keyword }) => /^(north pack|site)$/i.test(keyword))
    expect(site?.relevanceScore ?? 0).toBeLessThan(9)
  }
})

test('where words have no spaces, the site’s name stands behind a tight separator', () => {
  const { keywords } = read(
    '<html lang=zh><title>星曜手机评测_数码馆</title><meta property="og:site_name" content="数码馆">',
  )
  const [last, ...others] = keywords.toReversed()
  expect(last?.keyword).toContain('数码')
  expect(others[0]?.relevanceScore).toBeGreaterThan(last?.relevanceScore ?? 10)
})

test('a line of author and date below the main heading says little of the page', () => {
  const scoreOf = (line: string) =>
    body(`<h1>Salt Road</h1><p>${line}</p><p>A film of the desert, with Ines Okafor.</p>`).keywords.find(
      ({ keyword }) => keyword === 'Marguerite Hollis',
    )?.relevanceScore ?? 0
  const asText = scoreOf('With Marguerite Hollis, on the road to the sea')
  for (const date of ['14 June 2026', '2026-06-14', 'June 14, 2026', '14.06.2026'])
    expect(scoreOf(`By Marguerite Hollis | ${date}`)).toBeLessThan(asText - 0.5)
  expect(scoreOf('By Marguerite Hollis, who began in 2026')).toBeGreaterThan(asText - 0.5)
})

test('no phrase reaches across elements', () => {
  const { keywords } = body('<p>harbour<p>lighthouse</p><ul><li>storm<li>keeper</ul>')
  expect(keywords.map(({ keyword }) => keyword)).toEqual(
    expect.arrayContaining(['harbour', 'keeper', 'lighthouse', 'storm']),
  )
  expect(keywords.filter(({ keyword }) => keyword.includes(' '))).toEqual([])
})

test('a page is not boilerplate because a class says so, nor because it is one form', () => {
  for (const start of [
    '<body class="has-sidebar cookie-consent">',
    '<form id="aspnetForm">',
    '<div class="menu">',
  ])
    expect(read(`${start}<h1>Beekeeping</h1><p>Beekeeping in winter.`).text).toContain(
      'Beekeeping in winter.',
    )
})

test('a page of nothing but links still has a text', () => {
  expect(read('<nav><a href=a>Harbour</a><a href=b>Lighthouse</a></nav>').text).toBe('Harbour\nLighthouse')
})

test.each([
  ['/guide', 'https://www.site.example/guide'],
  ['?a=1&copy=2', 'https://www.site.example/guides/page-7.html?a=1&copy=2'],
  ['//other.example/x', 'https://other.example/x'],
  ['javascript:alert(1)', null],
  ['http://[', null],
  ['', 'https://www.site.example/guides/page-7.html'],
])('the canonical address %s is %s', (href, canonical) => {
  expect(read(`<link rel="shortlink Canonical" href="${href}">`).canonical).toBe(canonical)
})

test('the first of two tells', () => {
  const twice =
    '<html lang=en><title>A</title><title>B</title><meta name=description content=C><meta name=description content=D>'
  expect(read(twice)).toMatchObject({ title: 'A', metaDescription: 'C' })
  expect(read('<svg><title>Icon</title></svg><title>Page</title>').title).toBe('Page')
})

test('structured data that is no JSON has no types, and the rest still has its own', () => {
  const script = (json: string) => `<script type="application/LD+json">${json}</script>`
  const page = [
    script('{"@type":'),
    script('[{"@type":"https://schema.org/Recipe","author":{"@type":["Person",7]}}]'),
  ]
  expect(read(page.join('')).jsonLdTypes).toEqual(['Recipe', 'Person'])
})

test('no name of a page reaches an object’s own', () => {
  const { openGraph } = read(
    '<meta property="__proto__" content="x"><meta property="og:__proto__" content="y"><meta property="constructor" content="z"><meta property="og:title" content="Title">',
  )
  expect(Object.keys(openGraph)).toEqual(['og:__proto__', 'og:title'])
  expect(Object.getPrototypeOf(openGraph)).toBe(Object.prototype)
})

test('control characters and changes of direction are no part of a title', () => {
  expect(read('<title>a\0b\u0007 \u202Ecod.exe&#x202e; &#xD800;\n c</title>').title).toBe(
    'a\ufffdb cod.exe \ufffd c',
  )
})

const MEGABYTE = 1_000_000
/** As large as a page may be, in the long form. */
const LARGE = shortOrLong(MEGABYTE / 2, 5 * MEGABYTE)
const repeated = (part: string, length = LARGE) => part.repeat(Math.ceil(length / part.length))
const topic =
  '<h1>Lighthouse keepers</h1><p>Lighthouse keepers live alone. A lighthouse keeper trims the lamp.</p>'

test('a large page is read', () => {
  const paragraph =
    '<div class="row"><p>The weather was fair and the sea lay calm before the harbour.</p></div>\n'
  const reading = read(`<title>Lighthouse keepers</title>${topic}${repeated(paragraph)}`)
  expect(reading.wordCount).toBeGreaterThan(LARGE / 10)
  expect(reading.text.length).toBeLessThanOrEqual(20_000)
  expect(topFive(reading).join()).toContain('lighthouse keeper')
})

test('200,000 nested elements are no deeper than others', () => {
  for (const close of ['', '</div>'.repeat(200_000)]) {
    const reading = read(`<title>Keepers</title>${'<div>'.repeat(200_000)}${topic}${close}<p>The end.</p>`)
    expect(reading).toMatchObject({ title: 'Keepers', totalHeadings: 1, wordCount: 14 })
    expect(topFive(reading).join()).toContain('lighthouse keeper')
  }
})

test('a title of a megabyte is cut, and in no character', () => {
  const { title, metaDescription, headings, openGraph } = read(
    `<title>${repeated('🔑', MEGABYTE)}</title><meta name=description content="${repeated('🔑', MEGABYTE)}">
     <meta property="og:title" content="${repeated('🔑', MEGABYTE)}"><h1>${repeated('🔑', MEGABYTE)}</h1>`,
  )
  expect(title).toBe(`${'🔑'.repeat(299)}…`)
  expect([...(metaDescription ?? '')]).toHaveLength(1000)
  expect([...(headings[0]?.text ?? '')]).toHaveLength(200)
  expect([...(openGraph['og:title'] ?? '')]).toHaveLength(500)
})

test('a page that is mostly scripts is read for the rest', () => {
  const script = `<script>const template = '<h2>not a heading</h2>'; if (a < b && c > d) run("${'x'.repeat(500)}")</script>`
  const reading = read(
    `<title>Keepers</title>${repeated(script, MEGABYTE)}${topic}${repeated(script, MEGABYTE)}`,
  )
  expect(reading).toMatchObject({ totalHeadings: 1, wordCount: 12 })
  expect(topFive(reading)[0]).toContain('lighthouse keeper')
})

test.each([
  ['comments that never end', '<!--'],
  ['sections that never end', '<![CDATA['],
  ['scripts that never end', '<script>'],
  ['opened angles', '<'],
  ['open paragraphs and closed divisions', '<p></div>'],
  ['table cells', '<table><tr><td>'],
  ['links', '<a href=x>x'],
  ['headings', '<h1>x'],
  ['regions', '<div class="nav menu footer">x'],
  ['crossed tags', '<b><p></b>'],
  ['quotes', `<a '"`],
  ['attributes', '<a b=c d e="f"'],
  ['ampersands', '&a'],
  ['images', '<img alt="lighthouse">'],
  ['metas', '<meta property="og:x" content="y">'],
  ['structured data', '<script type="application/ld+json">[[{"@type":"A"}]]</script>'],
  ['zeros', '\0'],
  ['one long word', 'lighthouse'],
])('a large page of %s is read in bounded time and space', (_name, part) => {
  const { keywords, headings, openGraph, jsonLdTypes } = read(`<title>x</title>${repeated(part)}`)
  expect(keywords.length).toBeLessThanOrEqual(500)
  expect(headings.length).toBeLessThanOrEqual(200)
  expect(Object.keys(openGraph).length).toBeLessThanOrEqual(40)
  expect(jsonLdTypes.length).toBeLessThanOrEqual(30)
})

test('closing tags for nothing that is open are passed over at once', () => {
  for (const [open, close] of [
    ['<x>', '</y>'],
    ['<i>', '</b>'],
    ['<x>', '</p>'],
  ] as const) {
    const page = `<b><p>${open.repeat(510)}${repeated(close)}${topic}`
    expect(read(page)).toMatchObject({ totalHeadings: 1, wordCount: 12 })
  }
})

test('a word is one wherever in the page it stands', () => {
  for (let letters = 124_960; letters < 125_010; letters++) {
    const { keywords } = read(`<p>${'!'.repeat(letters)}passwordmanager.`)
    expect(keywords.map(({ keyword }) => keyword)).toEqual(['passwordmanager'])
  }
})

test('a title may begin with as many line ends as it likes, and show what can be seen alone', () => {
  expect(read(`<title>${'\n'.repeat(20_000)}Lighthouse keepers</title>`).title).toBe('Lighthouse keepers')
  expect(read('<title>\u200e\u3164\u{e0041}\u2800</title>').title).toBeNull()
  expect(read('<title>Tick\u200eets \u{e0041}\u{e0042}👩‍👧 می‌خواهم</title>').title).toBe(
    'Tickets 👩‍👧 می‌خواهم',
  )
})

test('an address with a password in it is no canonical one', () => {
  for (const href of [
    'https://ada:secret@shop.example/',
    'https://ada@shop.example/',
    `/${'x'.repeat(3000)}`,
  ])
    expect(read(`<link rel=canonical href="${href}">`).canonical).toBeNull()
})

test('structured data as deep as a page is long is passed over', () => {
  expect(read(`<script type="application/ld+json">${'['.repeat(400_000)}</script>`).jsonLdTypes).toEqual([])
})

const bits = fc.constantFrom(
  ...[
    '<p>',
    '</p>',
    '<div hidden>',
    '</div>',
    '<a href="',
    '">',
    '</a>',
    '<h1>',
    '</h2>',
    '<title>',
    '<script>',
    '</script>',
  ],
  ...[
    '<!--',
    '-->',
    '<svg/>',
    '<td>',
    '<meta name=description content=',
    '&amp;',
    '&#xD800;',
    '\ud800',
    '\0',
    ' word ',
    '密码',
  ],
)
const anything = fc.oneof(bits, fc.string({ unit: 'binary', maxLength: 20 }))

test('whatever a page holds, its reading is well-formed and bounded', () => {
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 60 }), (parts) => {
      const reading = read(parts.join(''))
      expect(JSON.stringify(reading).isWellFormed()).toBeTrue()
      expect(JSON.stringify(reading)).not.toMatch(/\\ud[89a-f]/)
      expect([...(reading.title ?? '')].length).toBeLessThanOrEqual(300)
      expect(reading.headings.length).toBeLessThanOrEqual(reading.totalHeadings)
    }),
  )
})

test('any bytes are a page', () => {
  const contentType = fc.constantFrom(
    'text/html',
    'text/html; charset=shift_jis',
    'text/html; charset=utf-16le',
    '',
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), contentType, (bytes, type) => {
      expect(JSON.stringify(read(bytes, type)).isWellFormed()).toBeTrue()
    }),
  )
})
