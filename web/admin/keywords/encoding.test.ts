import { expect, test } from 'bun:test'
import { detectEncoding, type Encoding, isText } from '#domain/text-encoding.ts'
import { encode } from '#src/testing/encode-legacy.ts'

const TEXT = 'Keyword\tVolume\ncafé près de moi\t1300\nпароль\t7\n'

const utf8 = new TextEncoder().encode(TEXT)
const utf16le = new Uint8Array(Buffer.from(TEXT, 'utf16le'))
const utf16be = new Uint8Array(Buffer.from(TEXT, 'utf16le').swap16())
const windows1252 = new Uint8Array(Buffer.from('Keyword;Volume\ncafé à Zürich;1300\n', 'latin1'))
const withByteOrderMark = (byteOrderMark: number[], bytes: Uint8Array) =>
  new Uint8Array([...byteOrderMark, ...bytes])

test.each([
  ['utf-8', utf8],
  ['utf-8', withByteOrderMark([0xef, 0xbb, 0xbf], utf8)],
  ['utf-16le', utf16le],
  ['utf-16le', withByteOrderMark([0xff, 0xfe], utf16le)],
  ['utf-16be', utf16be],
  ['utf-16be', withByteOrderMark([0xfe, 0xff], utf16be)],
] as const)('detects %s and drops its byte order mark', (encoding, bytes) => {
  expect(detectEncoding(bytes)).toBe(encoding)
  expect(new TextDecoder(encoding).decode(bytes)).toBe(TEXT)
})

test('detects the encoding of a Windows spreadsheet', () => {
  expect(detectEncoding(windows1252)).toBe('windows-1252')
})

test('detects UTF-8 despite a broken or truncated character', () => {
  expect(detectEncoding(new Uint8Array([...utf8, 0xc3]))).toBe('utf-8')
  expect(detectEncoding(new Uint8Array([...utf8, 0xff, 0x41]))).toBe('utf-8')
  expect(detectEncoding(new Uint8Array([0x61, 0xed, 0xa0, 0x80]))).toBe('utf-8')
})

test('an image is not text', () => {
  expect(isText('\u0089PNG\r\n\u001a\n\0\0\0')).toBe(false)
  expect(isText(TEXT)).toBe(true)
})

const FILES: [Encoding, string[]][] = [
  ['windows-1251', ['платье', 'купить платье', 'вечернее платье', 'платье на выпускной']],
  ['koi8-r', ['платье', 'купить платье', 'вечернее платье', 'платье на выпускной']],
  [
    'shift_jis',
    ['ドレス', '赤いドレス', 'パーティードレス', '結婚式 ドレス', 'ワンピース 通販', '安いドレス'],
  ],
  ['euc-jp', ['ドレス', '赤いドレス', 'パーティードレス', '結婚式 ドレス', 'ワンピース 通販', '安いドレス']],
  ['gb18030', ['连衣裙', '红色连衣裙', '晚礼服', '结婚礼服', '夏季连衣裙', '便宜的连衣裙']],
  ['big5', ['連衣裙', '紅色連衣裙', '晚禮服', '結婚禮服', '夏季連衣裙', '便宜的連衣裙']],
  ['euc-kr', ['드레스', '빨간 드레스', '파티 드레스', '웨딩 드레스', '여름 원피스', '원피스 쇼핑몰']],
  [
    'windows-1250',
    ['czerwona sukienka', 'sukienka na ślub', 'żółta sukienka', 'źródło', 'ćwiczenia', 'książki'],
  ],
  ['windows-1253', ['φόρεμα', 'κόκκινο φόρεμα', 'φορέματα γάμου', 'παπούτσια', 'αγορά', 'καλοκαίρι']],
  ['macintosh', ['café près de moi', 'écran à télé', 'thé vert', 'crêpe bretonne', 'robe élégante']],
  ['macintosh', ['Kleid für Mädchen', 'schöne Kleider', 'Möbel günstig', 'größere Schuhe']],
  ['macintosh', ['zapatos niño', 'camión', 'corazón español', 'año nuevo', 'bebé']],
  ['windows-1252', ['café près de moi', 'écran à télé', 'thé vert', 'crêpe bretonne', 'robe élégante']],
  ['windows-1252', ['Kleid für Mädchen', 'schöne Kleider', 'Möbel günstig', 'größere Schuhe']],
  ['windows-1252', ['zapatos niño', 'camión', 'corazón español', 'año nuevo', 'bebé']],
  ['windows-1252', ['blåbær', 'grønkål']],
  ['macintosh', ['blåbær', 'grønkål']],
  ['windows-1252', ['naïve']],
  ['windows-1252', ['20° c']],
  ['windows-1252', ['città', 'perché']],
  ['windows-1252', ['women’s shoes', 'shoes – red', '“best” shoes', '€ 20 shoes']],
]

test.each(FILES)('guesses %s from %j among English columns', (encoding, keywords) => {
  const rows = keywords.map((keyword, index) => `${keyword},${index + 1},https://shop.example/p/${index}`)
  const text = ['Keyword,Position,URL', ...rows, ''].join('\r\n')
  expect(detectEncoding(encode(text, encoding))).toBe(encoding)
})

test('guesses an encoding for a megabyte of random bytes', () => {
  const bytes = Uint8Array.from({ length: 1024 * 1024 }, (_, at) => 128 + ((at * 7919) % 128))
  expect(typeof detectEncoding(bytes)).toBe('string')
})
