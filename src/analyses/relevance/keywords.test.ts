import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { foldText } from '#src/lib/fold-text.ts'
import { anyCharacter } from '#src/testing/any-character.ts'
import { shortOrLong } from '#src/testing/attack.ts'
import { type Block, PLACES, type TextDocument } from './document.ts'
import { extractKeywords, KEYWORDS_MAX } from './keywords.ts'

const body = (text: string): Block => ({ text, place: 'body', boilerplate: 0 })
const english = (...blocks: Block[]): TextDocument => ({ language: 'en', blocks })
const words = (document: TextDocument) => extractKeywords(document).map(({ keyword }) => keyword)

test.each([
  [
    'English',
    'Passwortmanager',
    `Choosing a password manager

    A password manager keeps every login encrypted. With a password manager people remember one master password. Good
    password managers create strong passwords and fill in forms. The encryption happens on the device.`,
    ['password manager', 'password managers'],
  ],
  [
    'German',
    'Passwortmanager',
    `Passwortmanager im Vergleich

    Ein Passwortmanager speichert alle Zugangsdaten verschlüsselt. Wer einen Passwortmanager benutzt, muss sich nur ein
    Hauptpasswort merken. Die Verschlüsselung geschieht auf dem Gerät, bevor die Daten das Gerät verlassen.`,
    ['Passwortmanager'],
  ],
  [
    'Spanish',
    'gestor de contraseñas',
    `Cómo elegir un gestor de contraseñas

    Un gestor de contraseñas guarda las claves cifradas. Con un gestor de contraseñas hay que recordar una contraseña
    maestra. Los gestores de contraseñas crean contraseñas seguras. El cifrado ocurre en el dispositivo.`,
    ['gestor de contraseñas'],
  ],
  [
    'French',
    'mot de passe',
    `Bien choisir un mot de passe

    Un mot de passe long résiste mieux. L'authentification protège le compte même si le mot de passe fuit. Un bon mot de
    passe est unique et on ne le partage pas avec les autres.`,
    ['mot de passe'],
  ],
  [
    'Japanese',
    'パスワード',
    `パスワードの選び方

    強いパスワードを作るには、長い文字列が必要です。多くの人が同じパスワードを複数のサイトで使っています。暗号化は端末の中で行われます。`,
    ['パスワード'],
  ],
  [
    'Chinese',
    '密码管理器',
    `如何选择密码管理器

    密码管理器会加密保存所有密码。使用密码管理器的人只需要记住一个主密码。好的密码管理器能够生成安全的密码。`,
    ['密码管理器'],
  ],
])('ranks the topic of a %s text first without a declared language', (_language, _topic, text, topics) => {
  const [first] = extractKeywords({ language: null, blocks: text.split('\n\n').map(body) })
  expect(topics).toContain(first?.keyword ?? '')
  expect(first?.relevanceScore).toBe(10)
})

test('merges inflected, capitalized and hyphenated forms into their most frequent spelling', () => {
  const document = english(
    body('The e-mail filters sort mail. E-mail filters learn. An e-mail filter is fast. A real-time filter.'),
    body('Real time filters exist.'),
  )
  const found = extractKeywords(document)
  expect(found.filter(({ keyword }) => /^e-mail filters?$/i.test(keyword))).toMatchObject([
    { keyword: 'e-mail filters', frequency: 3 },
  ])
  expect(found.filter(({ keyword }) => /^real.time filters?$/i.test(keyword))).toMatchObject([
    { frequency: 2 },
  ])
})

test('omits a part that occurs only inside one longer phrase', () => {
  const found = words(english(body('Prime ministers met. The prime minister spoke. A minister resigned.')))
  expect(found).toContain('minister')
  expect(found.filter((keyword) => /prime/i.test(keyword))).toHaveLength(1)
})

test('excludes words for quantities and for the text itself', () => {
  const found = words(english(body('This article shows several new methods. The first example is a bridge.')))
  expect(found).toEqual(['bridge'])
})

test('tags words by position', () => {
  const found = words(
    english(body('A garden shed for you. Our garden sheds are of oak. Self help books help.')),
  )
  expect(found).toContain('garden shed')
  expect(found).toContain('Self help books')
  expect(found).not.toContain('garden shed for')
})

test('excludes contractions with either apostrophe, and the verbs after them', () => {
  const found = words(
    english(body("I've seen it. You’ll love them. Bread doesn’t smell. Don't panic, we'd say.")),
  )
  expect(found).toEqual(['Bread'])
})

test('reads IT and WHO as names unless the whole text is in capitals', () => {
  expect(words(english(body('Our IT support answers within the hour. The WHO agrees.')))).toEqual(
    expect.arrayContaining(['IT support', 'WHO']),
  )
  expect(words(english(body('WHO WE ARE AND WHAT IT IS ABOUT.')))).toEqual([])
})

test('weights the title more than a sentence', () => {
  const filler = body('Gardens need rain. Trees grow near rivers. Birds sing.')
  const [first] = extractKeywords(
    english(filler, { text: 'Winter tyres', place: 'title', boilerplate: 0 }, body('Bicycles need chains.')),
  )
  expect(first).toMatchObject({
    keyword: 'Winter tyres',
    context: { place: 'title', snippet: 'Winter tyres' },
  })
})

test('ranks content above a menu', () => {
  const menu = (text: string): Block => ({ text, place: 'anchor', boilerplate: 1 })
  const found = words(
    english(
      menu('Shopping cart'),
      menu('Cookie settings'),
      body('Beekeeping is old. Beekeeping needs patience.'),
    ),
  )
  expect(found[0]).toBe('Beekeeping')
})

test('counts words of the URL that also occur on the page', () => {
  const found = extractKeywords(
    english(
      { text: 'https://shop.example/blog/running-shoes', place: 'url', boilerplate: 0 },
      body('We sell running shoes and boots.'),
    ),
  )
  expect(found.map(({ keyword, context: { place } }) => [keyword, place])).toEqual([
    ['running shoes', 'url'],
    ['boots', 'body'],
  ])
})

test('ranks parts without the final noun below parts with it', () => {
  const found = words(english(body('The alpaca wool hiking socks are here. They need no socks.')))
  const [cut, ending] = ['alpaca wool hiking', 'wool hiking socks'].map((part) => found.indexOf(part))
  expect(ending).toBeGreaterThanOrEqual(0)
  expect(cut).toBeGreaterThan(ending ?? 0)
})

test('finds keywords if the declared language is wrong or unknown', () => {
  const text = 'The lighthouse stands on a cliff. The lighthouse keeper lives there.'
  for (const language of ['', 'xx', 'constructor', '__proto__', 'de-AT', 'ja'])
    expect(words({ language, blocks: [body(text)] }).join(' ')).toContain('lighthouse')
})

test('finds no keywords in a text without words', () => {
  for (const text of ['', ' \n ', '... !!! ---', '12 345', 'the of and'])
    expect(words(english(body(text)))).toEqual([])
  expect(words({ language: null, blocks: [] })).toEqual([])
})

const letters = (length: number, seed: number) =>
  Array.from({ length }, (_, at) =>
    String.fromCharCode(97 + ((seed * 31 + at * at * 7 + (seed >> (at % 13))) % 26)),
  ).join('')

const LENGTH = shortOrLong(40_000, 1_000_000)

test.each([
  ['one long word', 'a'.repeat(LENGTH)],
  ['one word many times', 'lighthouse '.repeat(LENGTH / 5)],
  ['many different words', Array.from({ length: LENGTH / 5 }, (_, at) => letters(8, at)).join(' ')],
  ['no spaces', '密码管理器加密'.repeat(LENGTH / 20)],
  ['hyphens', 'a-'.repeat(LENGTH / 2)],
  ['full stops', 'a.'.repeat(LENGTH / 2)],
  ['marks', '.!?…'.repeat(LENGTH / 4)],
  ['combining marks', 'e\u0301\u0301\u0301'.repeat(LENGTH / 4)],
  ['line breaks', 'a\n \n'.repeat(LENGTH / 4)],
  ['blank lines', '\n'.repeat(LENGTH)],
  ['spaces', `a.${' '.repeat(LENGTH)}b`],
  ['apostrophes', "l'".repeat(LENGTH / 2)],
])('returns a bounded number of keywords for hostile text: %s', (_name, text) => {
  for (const language of ['en', 'zh']) {
    const found = extractKeywords({ language, blocks: [body(text), body('A lighthouse.')] })
    expect(found.length).toBeLessThanOrEqual(KEYWORDS_MAX)
  }
})

const block = fc.record({
  text: fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 300 }),
    fc.lorem({ maxCount: 40 }),
    fc
      .array(
        fc.constantFrom('Cats', 'cat', 'the', 'of', 'big', 'running', 'hasOwnProperty', '.', '密码', 'パス'),
      )
      .map((all) => all.join(' ')),
  ),
  place: fc.constantFrom(...PLACES),
  boilerplate: fc.double({ min: 0, max: 1, noNaN: true }),
})
const documents = fc.record({
  language: fc.oneof(fc.constantFrom(null, 'en', 'de', 'fr', 'zh', 'ja', 'th', 'x', '_123'), fc.string()),
  blocks: fc.array(block, { maxLength: 12 }),
})

test('keywords of any document are distinct, sorted and bounded', () => {
  fc.assert(
    fc.property(documents, (document) => {
      const found = extractKeywords(document)
      expect(found.length).toBeLessThanOrEqual(KEYWORDS_MAX)
      expect(new Set(found.map(({ keyword }) => keyword.toLowerCase())).size).toBe(found.length)
      if (found.length > 0) expect(found[0]?.relevanceScore).toBe(10)
      for (const [at, { keyword, frequency, relevanceScore, context }] of found.entries()) {
        const next = found[at + 1]
        if (next !== undefined) expect(relevanceScore).toBeGreaterThanOrEqual(next.relevanceScore)
        expect(relevanceScore).toBeGreaterThanOrEqual(0)
        expect(relevanceScore * 10).toBeCloseTo(Math.round(relevanceScore * 10), 6)
        expect(frequency).toBeGreaterThan(0)
        expect(keyword).not.toMatch(/^\s|\s$|\n/)
        expect([...context.snippet].length).toBeLessThanOrEqual(80)
      }
    }),
  )
})

test('equal documents have equal keywords', () => {
  fc.assert(
    fc.property(documents, (document) => {
      expect(extractKeywords(structuredClone(document))).toEqual(extractKeywords(document))
    }),
  )
})

test('returns only the 500 best keywords', () => {
  const text = Array.from(
    { length: 3000 },
    (_, at) => `The ${letters(6, at)} ${letters(7, at + 5)} stands.`,
  ).join(' ')
  expect(extractKeywords(english(body(text)))).toHaveLength(KEYWORDS_MAX)
})

test.each([
  ['Last minute holidays are cheap. Find last minute holidays here.', 'Last minute holidays'],
  ['Many travel to New Zealand each year.', 'New Zealand'],
  ['The team came from across North America.', 'North America'],
  ['Doctors learn a model of decision making.', 'decision making'],
  ['This is a case study for end users.', 'case study'],
  ['Everyone should install Windows 11 at home.', 'Windows 11'],
  ['We built the semantic portal, which is fast.', 'semantic portal'],
  ['They show the sequence alignment at once.', 'sequence alignment'],
  ['Call Whitfield & Barrow today. Whitfield & Barrow will help.', 'Whitfield & Barrow'],
  ['A plumber in St. Louis repaired it.', 'St Louis'],
  ['Learn ASP.NET Core with us.', 'ASP.NET Core'],
  ['South Sudan waits for rain.', 'South Sudan'],
  ['We tried the Vantage X5 Pro.', 'Vantage X5 Pro'],
])('keywords of %p include %p', (text, keyword) => {
  expect(words(english(body(text)))).toContain(keyword)
})

test.each([
  ['fr', 'La chambre d’hôtes est ouverte. Une chambre d’hôtes au calme.', 'chambre d’hôtes'],
  ['it', "L'olio d'oliva è buono. Compra l'olio d'oliva qui.", "olio d'oliva"],
  ['de', 'Möbel nach Maß sind unsere Sache. Wir bauen Möbel nach Maß.', 'Möbel nach Maß'],
  ['es', 'El alquiler de coches es barato. Alquiler de coches sin franquicia.', 'alquiler de coches'],
  ['es', 'La nueva Vega Nimbus 3 es ligera.', 'Vega Nimbus 3'],
  ['it', 'Le regole degli scacchi. Impara le regole degli scacchi.', 'regole degli scacchi'],
  ['nl', 'De wet van Newton. Zo werkt de wet van Newton.', 'wet van Newton'],
  ['ja', '日帰り温泉の楽しみ。日帰り温泉へ行こう。', '日帰り温泉'],
])('joins the words of a term: %s', (language, text, keyword) => {
  expect(words({ language, blocks: [body(text)] })).toContain(keyword)
})

test.each([
  ['en', 'You need planning permission, and floods have left millions.', /need|left/],
  ['en', 'Ask https://api.example.com for more.', /http/],
  ['it', 'Il parco archeologico della Neapolis. Un parco archeologico della Neapolis.', /archeologico della/],
])('excludes fragments of sentences: %s, %p', (language, text, piece) => {
  const found = words({ language, blocks: [body(text)] })
  expect(found.length).toBeGreaterThan(0)
  expect(found.filter((keyword) => piece.test(keyword))).toEqual([])
})

test.each([
  ['pl', 'Niedoczynność boli. Objawy niedoczynności.', 'niedoczynności'],
  ['tr', 'Patlıcan kızartın. Patlıcanları soyun. Patlıcanlar pişer.', 'Patlıcan'],
  ['ar', 'تأشيرة تركيا. التأشيرة سهلة.', 'تأشيرة'],
])('merges inflected forms: %s', (language, text, form) => {
  const begins = new RegExp(`^(?:ال)?${form.slice(0, 5)}\\S*$`, 'iu')
  const found = words({ language, blocks: [body(text)] })
  expect(found.filter((keyword) => begins.test(keyword))).toHaveLength(1)
})

test.each([
  ['en', 'The council met at 9.10am and 6.42pm about the 48m barrier, 3kg each.', ['barrier', 'council']],
  ['fr', 'Du lundi 3 mars au 12 juillet : exposition.', ['exposition']],
  ['pl', 'W piątek 3 stycznia koncert.', ['koncert']],
  ['fr', 'Pourquoi plusieurs vélos sont-ils toujours chez nous ? Comment et quand ?', ['vélos']],
  ['es', 'Cuándo y cómo están nuestros coches, entonces también hay más.', ['coches']],
  ['de', 'Worauf und wofür sind Wärmepumpen gemäß alledem somit gut?', ['Wärmepumpen']],
])('excludes measures, dates and function words: %s', (language, text, expected) => {
  expect(words({ language, blocks: [body(text)] }).sort()).toEqual(expected)
})

test("includes numbers in names but not in 'Figure 2'", () => {
  const found = words(english(body('As Figure 2 shows, iPhone 15 cases sell. Fold an iPhone 15 case.')))
  expect(found).toContain('iPhone 15 cases')
  expect(found.filter((keyword) => /^\d|^Figure/.test(keyword))).toEqual([])
})

test('reads headings as noun phrases', () => {
  const heading = (text: string): Block => ({ text, place: 'h1', boilerplate: 0 })
  expect(words(english(heading('Garden sheds for sale')))).toContain('Garden sheds')
  expect(words(english(heading('Sheds for every garden')))).toContain('Sheds')
})

test('merges different segmentations of the same letters', () => {
  const found = words({ language: 'th', blocks: [body('การ'.repeat(20_000))] })
  expect(new Set(found).size).toBe(found.length)
  expect(found.length).toBeGreaterThan(0)
})

test.each([
  ['tr', 'Ilgaz ILGAZ ılgaz. KIZIL. Kızıl. kızıl.', 'kızıl', 3],
  ['tr', 'İZMİR. İzmir. izmir.', 'izmir', 3],
  ['el', 'ΘΑΛΑΣΣΕΣ. θάλασσες. Θάλασσες.', 'θάλασσες', 3],
  ['az', 'İSTİFADƏÇİ. İstifadəçi. istifadəçi.', 'istifadəçi', 3],
  ['it', "Velocità. VELOCITÀ. Velocita' massima. Velocita’.", 'velocità', 4],
  ['it', "Il caffè. Il caffe' freddo. Un CAFFE’ perche' si'.", 'caffè', 3],
  ['it', "Una 'casa' e una casa.", 'casa', 2],
  ['de', 'SCHLOSSGASSE. Schloßgasse. Schlossgasse.', 'schlossgasse', 3],
  ['fr', 'Lumie\u0300re. lumière. LUMIÈRE.', 'lumière', 3],
  ['ru', 'Самолёт. самолет. САМОЛЁТ.', 'самолёт', 3],
  ['ar', 'مَدينة. مديـــنة. مدينة.', 'مدينة', 3],
  ['fa', 'کتاب\u200cفروشی. کتاب\u200cفروشی.', 'کتاب\u200cفروشی', 2],
  ['he', 'שׁוּלְחָן. שולחן.', 'שולחן', 2],
  ['he', 'מנכ"ל. מנכ״ל.', 'מנכ"ל', 2],
  ['ja', 'ＡＰＩ連携。API連携。ﾃﾞｰﾀ。データ。', 'api連携', 2],
  ['ja', 'ﾃﾞｰﾀです。データです。', 'データ', 2],
  ['ja', '三要素認証です。三要素認証は安全です。', '三要素認証', 2],
  ['ja', '2段階認証です。2段階認証は安全です。', '2段階認証', 2],
  ['ja', '2段階認証です。二段階認証は安全です。２段階認証。', '2段階認証', 3],
  ['ja', '三次元測定です。３次元測定は高い。', '三次元測定', 2],
  ['zh', '扫描三维图。三维图像很好。', '三维', 2],
  ['zh', '多因素认证。多因素认证。', '多因素认证', 2],
  ['zh', '零信任架构。零信任架构。', '零信任架构', 2],
  ['zh', '一维码登录。一维码登录。', '一维码', 2],
  ['th', 'รหัสผ่าน รหัสผ่าน', 'รหัสผ่าน', 2],
  ['th', 'การเข้ารหัส การเข้ารหัส', 'เข้ารหัส', 2],
])('counts all spellings of a word as one keyword in %s: %s', (language, text, keyword, frequency) => {
  const found = extractKeywords({ language, blocks: [body(text)] })
  const plain = (text: string) =>
    foldText(text.replace(/['’]$/, '').replace(/^[一二三]/, (numeral) => `${'〇一二三'.indexOf(numeral)}`))
  const same = found.filter((one) => plain(one.keyword) === plain(keyword))
  expect(same.map((one) => one.frequency)).toEqual([frequency])
})
