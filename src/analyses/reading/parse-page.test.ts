import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { PageReading } from '#src/analyses/page-reading.ts'
import { anyCharacter } from '#src/testing/any-character.ts'
import { shortOrLong } from '#src/testing/attack.ts'
import { encodeAs, type PageName, pageOf, pageSource } from '#src/testing/pages.ts'
import { parsePage } from './parse-page.ts'

function read(html: string | Uint8Array, contentType?: string): PageReading {
  const reading = parsePage(pageOf(html, contentType))
  if ('kind' in reading) throw new Error(reading.kind)
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
])('the best keywords of the %s page include %s', async (name, topic, title, totalHeadings, wordCount) => {
  const reading = read(await pageSource(name))
  expect(reading).toMatchObject({ title, totalHeadings, wordCount, charset: 'UTF-8' })
  expect(topFive(reading)).toContain(topic)
  expect(reading.keywords[0]?.relevanceScore).toBe(10)
})

test('combines the rules for robots, resolves addresses and reads alternative texts as headings', () => {
  const reading = read(
    '<head><meta name="robots" content="index"><meta name="ROBOTS" content="noindex"><base href="/shop/"><link rel="canonical" href="tents"><script type="application/ld+json; charset=utf-8">{"@type":"Product"}</script></head><body><h1><img alt="Light tents"></h1><h2>Two <amp-img alt="poles"></amp-img></h2><amp-sidebar layout="nodisplay">Menu</amp-sidebar><p>Both fit.',
  )
  expect(reading).toMatchObject({
    robots: 'index, noindex',
    canonical: 'https://www.site.example/shop/tents',
    jsonLdTypes: ['Product'],
    headings: [
      { level: 1, text: 'Light tents' },
      { level: 2, text: 'Two' },
    ],
    text: 'Two\nBoth fit.',
  })
})

test('reads the text for browsers without frames if a page has no other', () => {
  const page =
    '<frameset><frame src="a"><noframes><body><h1>Tents</h1><p>Light <b>tents</b></body></noframes></frameset>'
  expect(read(page)).toMatchObject({ wordCount: 3, totalHeadings: 1 })
})

test('reads the metadata and headings of a shop page', async () => {
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

test('excludes boilerplate from top keywords and text', async () => {
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

test('describes the context of each keyword', async () => {
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
])('decodes Japanese if the %s declares %s', async (where, encoding, contentType, charset) => {
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

test('decodes Western European bytes with and without a <meta>', async () => {
  const source = await pageSource('french')
  for (const html of [source, source.replace(/<meta http-equiv.*>/, '')]) {
    const reading = read(encodeAs('windows-1252', html))
    expect(reading).toMatchObject({
      title: "Le vélo cargo en ville : guide d'achat",
      charset: expect.stringMatching(/^windows-1252/),
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
])('decodes %s as %s', (label, charset, title) => {
  expect(read(encodeAs(label, `<title>${title}</title>`), `text/html; charset=${label}`)).toMatchObject({
    title,
    charset,
  })
})

test('decodes a page without an encoding as UTF-8 if valid', () => {
  expect(read('<title>Crème brûlée</title>')).toMatchObject({ title: 'Crème brûlée', charset: 'UTF-8' })
  expect(read('<title>Crème</title>', 'text/html; charset=no-such-thing').title).toBe('Crème')
})

test('reports an unsupported encoding', () => {
  expect(parsePage(pageOf('x', 'text/html; charset=iso-2022-kr'))).toEqual({
    kind: 'failure',
    reason: 'The page is in an encoding that can’t be read.',
  })
})

test.each([
  ['joins words in inline elements but not in blocks', 'pass<b>word</b><p>one</p><p>two</p>', 3],
  ['ends a line at <br>', 'one<br>two', 2],
  ['separates table cells', '<table><tr><td>one<td>two<tr><td>three</table>', 3],
  ['separates adjacent links', '<a href=x>one</a><a href=y>two</a>', 2],
  [
    'ignores scripts, styles and their fallbacks',
    '<script>a b</script><style>c</style><noscript>d</noscript><template><p>e</template><svg><title>f</title></svg>one',
    1,
  ],
  [
    'ignores hidden elements',
    '<p hidden>a</p><p style="color:red; DISPLAY : none">b</p><dialog>c</dialog><dialog open>one</dialog>',
    1,
  ],
  ['ignores comments', 'o<!-- x <p>y</p> -->ne <!-->two<!---->', 2],
  ['decodes entities', 'caf&eacute; R&amp;D &lt;b&gt; &#x1F511;&nbsp;&#39;', 3],
  ['counts no punctuation as words', '– one — … 2 !!! &bull; |', 2],
  ['keeps words with soft hyphens together', 'Pass&shy;wort&#8203;speicher<wbr>platz', 1],
  ['reads a < without a tag as text', 'a < b and 1<2', 4],
  ['reads a tag in an attribute as its value', '<p title="<script>">one</p><p data-x=\'>\'>two</p>', 2],
  ['ends a script at its closing tag in any spelling', '<SCRIPT>"</p>"</Script\n>one', 1],
  [
    'accepts missing and misnested closing tags',
    '<ul><li>one<li><b>two<i>three</b>four</i></ul></div></p>five',
    3,
  ],
])('%s', (_rule, html, wordCount) => {
  expect(body(html).wordCount).toBe(wordCount)
})

test('keeps a link within its sentence', () => {
  const { keywords } = body(
    '<p>Every password <a href="/m">manager</a> keeps them. A password manager helps.',
  )
  expect(keywords[0]).toMatchObject({ keyword: 'password manager', frequency: 2 })
})

test("ranks the site's name in a title low", () => {
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

test("finds the site's name after a separator without spaces", () => {
  const { keywords } = read(
    '<html lang=zh><title>星曜手机评测_数码馆</title><meta property="og:site_name" content="数码馆">',
  )
  const [last, ...others] = keywords.toReversed()
  expect(last?.keyword).toContain('数码')
  expect(others[0]?.relevanceScore).toBeGreaterThan(last?.relevanceScore ?? 10)
})

test('ranks author and date below the main heading low', () => {
  const scoreOf = (line: string) =>
    body(`<h1>Salt Road</h1><p>${line}</p><p>A film of the desert, with Ines Okafor.</p>`).keywords.find(
      ({ keyword }) => keyword === 'Marguerite Hollis',
    )?.relevanceScore ?? 0
  const asText = scoreOf('With Marguerite Hollis, on the road to the sea')
  for (const date of ['14 June 2026', '2026-06-14', 'June 14, 2026', '14.06.2026'])
    expect(scoreOf(`By Marguerite Hollis | ${date}`)).toBeLessThan(asText - 0.5)
  expect(scoreOf('By Marguerite Hollis, who began in 2026')).toBeGreaterThan(asText - 0.5)
})

test('phrases end at block elements', () => {
  const { keywords } = body('<p>harbour<p>lighthouse</p><ul><li>storm<li>keeper</ul>')
  expect(keywords.map(({ keyword }) => keyword)).toEqual(
    expect.arrayContaining(['harbour', 'keeper', 'lighthouse', 'storm']),
  )
  expect(keywords.filter(({ keyword }) => keyword.includes(' '))).toEqual([])
})

test('keeps the content of a page whose body has a boilerplate class name or a form', () => {
  for (const start of [
    '<body class="has-sidebar cookie-consent">',
    '<form id="aspnetForm">',
    '<div class="menu">',
  ])
    expect(read(`${start}<h1>Beekeeping</h1><p>Beekeeping in winter.`).text).toContain(
      'Beekeeping in winter.',
    )
})

test('returns the text of a page of links', () => {
  expect(read('<nav><a href=a>Harbour</a><a href=b>Lighthouse</a></nav>').text).toBe('Harbour\nLighthouse')
})

test.each([
  ['/guide', 'https://www.site.example/guide'],
  ['?a=1&copy=2', 'https://www.site.example/guides/page-7.html?a=1&copy=2'],
  ['//other.example/x', 'https://other.example/x'],
  ['javascript:alert(1)', null],
  ['http://[', null],
  ['', 'https://www.site.example/guides/page-7.html'],
])('reads the canonical URL %s as %s', (href, canonical) => {
  expect(read(`<link rel="shortlink Canonical" href="${href}">`).canonical).toBe(canonical)
})

test('uses the first of two declarations', () => {
  const twice =
    '<html lang=en><title>A</title><title>B</title><meta name=description content=C><meta name=description content=D>'
  expect(read(twice)).toMatchObject({ title: 'A', metaDescription: 'C' })
  expect(read('<svg><title>Icon</title></svg><title>Page</title>').title).toBe('Page')
})

test("ignores structured data that isn't JSON", () => {
  const script = (json: string) => `<script type="application/LD+json">${json}</script>`
  const page = [
    script('{"@type":'),
    script('[{"@type":"https://schema.org/Recipe","author":{"@type":["Person",7]}}]'),
  ]
  expect(read(page.join('')).jsonLdTypes).toEqual(['Recipe', 'Person'])
})

test("names on a page can't reach object prototypes", () => {
  const { openGraph } = read(
    '<meta property="__proto__" content="x"><meta property="og:__proto__" content="y"><meta property="constructor" content="z"><meta property="og:title" content="Title">',
  )
  expect(Object.keys(openGraph)).toEqual(['og:__proto__', 'og:title'])
  expect(Object.getPrototypeOf(openGraph)).toBe(Object.prototype)
})

test('removes control and direction characters from a title', () => {
  expect(read('<title>a\0b\u0007 \u202Ecod.exe&#x202e; &#xD800;\n c</title>').title).toBe(
    'a\ufffdb cod.exe \ufffd c',
  )
})

/** The long run uses the maximum size. */
const LARGE = shortOrLong(100_000, 5_000_000)
const repeat = (part: string, length = LARGE) => part.repeat(Math.ceil(length / part.length))
const topic =
  '<h1>Lighthouse keepers</h1><p>Lighthouse keepers live alone. A lighthouse keeper trims the lamp.</p>'

test('reads a large page', () => {
  const paragraph =
    '<div class="row"><p>The weather was fair and the sea lay calm before the harbour.</p></div>\n'
  const reading = read(`<title>Lighthouse keepers</title>${topic}${repeat(paragraph)}`)
  expect(reading.wordCount).toBeGreaterThan(LARGE / 10)
  expect(reading.text.length).toBeLessThanOrEqual(20_000)
  expect(topFive(reading).join()).toContain('lighthouse keeper')
})

const NESTED = shortOrLong(20_000, 200_000)

test('reads the content of thousands of nested elements', () => {
  for (const close of ['', '</div>'.repeat(NESTED)]) {
    const reading = read(`<title>Keepers</title>${'<div>'.repeat(NESTED)}${topic}${close}<p>The end.</p>`)
    expect(reading).toMatchObject({ title: 'Keepers', totalHeadings: 1, wordCount: 14 })
    expect(topFive(reading).join()).toContain('lighthouse keeper')
  }
})

test('truncates long texts between characters', () => {
  const { title, metaDescription, headings, openGraph } = read(
    `<title>${repeat('🔑')}</title><meta name=description content="${repeat('🔑')}">
     <meta property="og:title" content="${repeat('🔑')}"><h1>${repeat('🔑')}</h1>`,
  )
  expect(title).toBe(`${'🔑'.repeat(299)}…`)
  expect([...(metaDescription ?? '')]).toHaveLength(1000)
  expect([...(headings[0]?.text ?? '')]).toHaveLength(200)
  expect([...(openGraph['og:title'] ?? '')]).toHaveLength(500)
})

test('reads the content of a page that is mostly scripts', () => {
  const script = `<script>const template = '<h2>not a heading</h2>'; if (a < b && c > d) run("${'x'.repeat(500)}")</script>`
  const reading = read(`<title>Keepers</title>${repeat(script)}${topic}${repeat(script)}`)
  expect(reading).toMatchObject({ totalHeadings: 1, wordCount: 12 })
  expect(topFive(reading)[0]).toContain('lighthouse keeper')
})

test.each([
  ['unterminated comments', '<!--'],
  ['unterminated CDATA sections', '<![CDATA['],
  ['unterminated scripts', '<script>'],
  ['opening angle brackets', '<'],
  ['open paragraphs and closed divisions', '<p></div>'],
  ['table cells', '<table><tr><td>'],
  ['links', '<a href=x>x'],
  ['headings', '<h1>x'],
  ['regions', '<div class="nav menu footer">x'],
  ['misnested tags', '<b><p></b>'],
  ['quotes', `<a '"`],
  ['attributes', '<a b=c d e="f"'],
  ['ampersands', '&a'],
  ['images', '<img alt="lighthouse">'],
  ['metas', '<meta property="og:x" content="y">'],
  ['structured data', '<script type="application/ld+json">[[{"@type":"A"}]]</script>'],
  ['zeros', '\0'],
  ['one long word', 'lighthouse'],
])('the result of reading a large page of %s is bounded', (_name, part) => {
  const { keywords, headings, openGraph, jsonLdTypes } = read(`<title>x</title>${repeat(part)}`)
  expect(keywords.length).toBeLessThanOrEqual(500)
  expect(headings.length).toBeLessThanOrEqual(200)
  expect(Object.keys(openGraph).length).toBeLessThanOrEqual(40)
  expect(jsonLdTypes.length).toBeLessThanOrEqual(30)
})

test('ignores unmatched closing tags in linear time', () => {
  for (const [open, close] of [
    ['<x>', '</y>'],
    ['<i>', '</b>'],
    ['<x>', '</p>'],
  ] as const) {
    const page = `<b><p>${open.repeat(510)}${repeat(close)}${topic}`
    expect(read(page)).toMatchObject({ totalHeadings: 1, wordCount: 12 })
  }
})

test('recognizes a word anywhere in the page', () => {
  for (let letters = 124_960; letters < 125_010; letters++) {
    const { keywords } = read(`<p>${'!'.repeat(letters)}passwordmanager.`)
    expect(keywords.map(({ keyword }) => keyword)).toEqual(['passwordmanager'])
  }
})

test('a title has no leading line breaks and no invisible characters', () => {
  expect(read(`<title>${'\n'.repeat(20_000)}Lighthouse keepers</title>`).title).toBe('Lighthouse keepers')
  expect(read('<title>\u200e\u3164\u{e0041}\u2800</title>').title).toBeNull()
  expect(read('<title>Tick\u200eets \u{e0041}\u{e0042}👩‍👧 می‌خواهم</title>').title).toBe(
    'Tickets 👩‍👧 می‌خواهم',
  )
})

test('ignores canonical URLs with credentials and overlong ones', () => {
  for (const href of [
    'https://ada:secret@shop.example/',
    'https://ada@shop.example/',
    `/${'x'.repeat(3000)}`,
  ])
    expect(read(`<link rel=canonical href="${href}">`).canonical).toBeNull()
})

test('ignores deeply nested structured data', () => {
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
const anything = fc.oneof(bits, fc.string({ unit: anyCharacter, maxLength: 20 }))

test('the result of reading any markup is well-formed and bounded', () => {
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

test('reads any bytes as a page', () => {
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

const RECIPE = '<h1>Sourdough bread</h1><h2>Starter</h2><p>Feed the starter with rye flour twice a day.</p>'
const figures = ({ wordCount, totalHeadings, text }: PageReading) => ({ wordCount, totalHeadings, text })

test.each([
  [
    'a boundary that was streamed',
    `<main><!--$?--><template id="B:0"></template><h3>Loading</h3><p>Please wait<!--/$--></main>
     <div hidden id="S:0">${RECIPE}</div><script>$RC("B:0","S:0")</script>`,
  ],
  [
    'a boundary that waits for styles, with a prefix',
    `<main><!--$?--><template id="a-B:2"></template><i>Wait</i><!--/$--></main>
     <div hidden id="a-S:2">${RECIPE}</div><script>$RR("a-B:2","a-S:2",[["/a.css"]])</script>`,
  ],
  [
    'a boundary in a boundary',
    `<main><!--$?--><template id="B:0"></template>Wait <!--$-->more<!--/$--> here<!--/$--></main>
     <div hidden id="S:0"><h1>Sourdough bread</h1><!--$?--><template id="B:1"></template>Wait<!--/$--></div>
     <script>$RC("B:0","S:0")</script>
     <div hidden id="S:1">${RECIPE.replace(/<h1>.*<\/h1>/, '')}</div><script>$RC("B:1","S:1")</script>`,
  ],
  [
    'a segment in a placeholder',
    `<main><!--$--><template id="P:1"></template><h1>Sourdough bread</h1><!--/$--></main>
     <div hidden id="S:1">${RECIPE.replace(/<h1>.*<\/h1>/, '')}</div><script>$RS("S:1","P:1")</script>`,
  ],
  [
    'a boundary without inline scripts',
    `<main><!--$?--><template id="B:0"></template>Wait<!--/$--></main>
     <div hidden id="S:0">${RECIPE}</div><template data-rci="" data-bid="B:0" data-sid="S:0"></template>`,
  ],
  [
    'an open shadow root',
    `<x-page><template shadowrootmode="open">${RECIPE}<slot></slot></template></x-page>`,
  ],
  ['a closed shadow root', `<x-page><template shadowrootmode="CLOSED">${RECIPE}</template></x-page>`],
  ['hidden until found', `<div hidden="until-found">${RECIPE}</div>`],
  ['<noscript> in an empty page', `<div id="root"></div><noscript><main>${RECIPE}</main></noscript>`],
])("counts %s as the page's text", (_, html) => {
  expect(figures(body(html))).toEqual(figures(body(`<main>${RECIPE}</main>`)))
})

test.each([
  ['a hidden part that nothing reveals', `<div hidden id="S:0">${RECIPE}</div>`],
  ['a boundary that failed', `<!--$!--><template id="B:0"></template><!--/$--><script>$RX("B:0")</script>`],
  ['a template', `<template>${RECIPE}</template>`],
  ['a template with another mode', `<template shadowrootmode="none">${RECIPE}</template>`],
  ['a hidden part', `<div hidden="hidden">${RECIPE}</div>`],
  ['<noscript> in a page with text', `<noscript>${RECIPE}</noscript>`],
])('leaves out %s', (_, html) => {
  expect(figures(body(`${html}<p>Only this text`))).toMatchObject({ wordCount: 3, totalHeadings: 0 })
})

test.each([
  [
    'windows-1251',
    'Как печь хлеб',
    'Закваску кормят ржаной мукой. Хлеб пекут в горячей печи, и корка хрустит.',
  ],
  ['koi8-r', 'Как печь хлеб', 'Закваску кормят ржаной мукой. Хлеб пекут в горячей печи, и корка хрустит.'],
  [
    'shift_jis',
    'パンの焼き方',
    '毎日ライ麦粉を足して、温かい場所で種を育てます。表面がきつね色になるまで焼きます。',
  ],
  [
    'euc-jp',
    'パンの焼き方',
    '毎日ライ麦粉を足して、温かい場所で種を育てます。表面がきつね色になるまで焼きます。',
  ],
  ['gb18030', '如何烤面包', '每天给酵头加入黑麦粉，放在温暖的地方。面包在热烤箱里烤到表皮金黄。'],
  [
    'euc-kr',
    '빵 굽는 방법',
    '매일 호밀 가루를 넣고 따뜻한 곳에 둡니다. 뜨거운 오븐에서 껍질이 노릇해질 때까지 굽습니다.',
  ],
  ['big5', '如何烤麵包', '每天給酵頭加入黑麥粉，放在溫暖的地方。麵包在熱烤箱裡烤到表皮金黃。'],
  [
    'windows-1253',
    'Πώς ψήνεται το ψωμί',
    'Ταΐζουμε το προζύμι με αλεύρι κάθε μέρα. Το ψωμί ψήνεται σε ζεστό φούρνο.',
  ],
])('guesses %s in a page that declares no encoding', (encoding, title, text) => {
  const html = `<title>${title}</title><main><h1>${title}</h1>${`<p>${text}</p>`.repeat(5)}</main>`
  expect(read(encodeAs(encoding, html))).toMatchObject({ title, charset: `${encoding} (guessed)` })
})

test('guesses ISO-2022-JP by its escapes, and UTF-8 despite a broken byte', () => {
  const escaped = new TextEncoder().encode('<title>\u001b$B%Q%s\u001b(B</title>')
  expect(read(escaped)).toMatchObject({ title: 'パン', charset: 'iso-2022-jp (guessed)' })
  const broken = Uint8Array.of(...new TextEncoder().encode('<title>Crème brûlée</title>'), 0xe9)
  expect(read(broken)).toMatchObject({ title: 'Crème brûlée', charset: 'UTF-8' })
})

const CONSENT = `<h2>We value your privacy</h2><p>We and our 842 partners store cookies on your device to personalise
  advertising and content, measure performance and develop services. With your consent we and our partners may use precise
  location data. You can accept all cookies, reject non-essential cookies or manage cookie preferences at any time.</p>
  <ul><li>Strictly necessary cookies</li><li>Performance cookies</li><li>Targeting cookies</li></ul>`
const KETTLE =
  '<main><h1>Kettle care</h1><p>Limescale slows the kettle. Boil the kettle with vinegar.</p></main>'

test.each([
  ['in the container of its maker', `<div id="onetrust-consent-sdk"><div>${CONSENT}</div></div>`],
  ['in a dialog', `<div role="dialog" aria-label="Privacy">${CONSENT}</div>`],
  ['in a modal part', `<section aria-modal="true">${CONSENT}</section>`],
  ['in a named container', `<div class="site-cookie-banner">${CONSENT}</div>`],
  ['without any mark', `<div class="x1"><p>${CONSENT.replace(/<h2>.*<\/h2>/, '')}</div>`],
  [
    'in German',
    '<div><p>Wir verwenden Cookies für Werbung und Statistik. Sie können alle Cookies akzeptieren oder ablehnen.</p><li>Notwendige Cookies</li></div>',
  ],
  [
    'in Polish',
    '<div><p>Używamy plików cookie, ciasteczka są niezbędne. Akceptuj wszystkie ciasteczka.</p></div>',
  ],
])('a cookie banner %s is not what the page is about', (_, banner) => {
  const keywords = topFive(body(`${banner}${KETTLE}`))
  expect(keywords).toContain('kettle')
  expect(keywords.join()).not.toMatch(/cookie|ciastecz|consent|partner|werbung/)
})

test('a page about cookies is about cookies', () => {
  const about =
    '<h1>How browsers keep cookies</h1><p>Settings of a browser delete cookies. Third-party cookies are rejected.</p>'
  expect(topFive(body(about)).join()).toContain('cookies')
})

test.each([
  ['0; url=target.html', 'https://shop.example/target.html'],
  ['0;URL="/a b"', 'https://shop.example/a%20b'],
  ["3, url='https://other.example/'", 'https://other.example/'],
  ['5 https://other.example/x', 'https://other.example/x'],
])('a page that refreshes by %j sends visitors on', (content, url) => {
  const html = `<meta http-equiv="Refresh" content="${content.replaceAll('"', '&quot;')}"><p>Redirecting`
  expect(parsePage({ ...pageOf(html), url: 'https://shop.example/old' })).toEqual({ kind: 'redirect', url })
})

test.each(['300', '30; url=/new', '0', '0; url=#top', '0; url=javascript:alert(1)', 'url=/new'])(
  'a page that refreshes by %j is read',
  (content) => {
    expect(body(`<meta http-equiv="refresh" content="${content}"><p>Some words`).wordCount).toBe(2)
  },
)

test('in XHTML, an empty script or title hides nothing', () => {
  const page =
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="a.js"/></head><body><p>Two words</p>'
  expect(read(page, 'application/xhtml+xml').wordCount).toBe(2)
})
