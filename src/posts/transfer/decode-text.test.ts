import { expect, test } from 'bun:test'
import { AppError } from '#src/errors.ts'
import { decodeText } from './decode-text.ts'

const xml = (encoding: string, text: string) =>
  `<?xml version="1.0" encoding="${encoding}" ?>\n<rss>${text}</rss>`

const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

function utf16(text: string, isLittle: boolean): Uint8Array {
  const bytes = Buffer.from(text, 'utf16le')
  return isLittle ? bytes : bytes.swap16()
}

test.each([
  ['UTF-8', new TextEncoder().encode('Füße')],
  ['UTF-8 with a byte order mark', new TextEncoder().encode('\uFEFFFüße')],
  ['UTF-16 LE with a byte order mark', utf16('\uFEFFFüße', true)],
  ['UTF-16 BE with a byte order mark', utf16('\uFEFFFüße', false)],
  ['UTF-16 LE', utf16('Füße', true)],
  ['UTF-16 BE', utf16('Füße', false)],
])('reads %s', (_, bytes) => {
  expect(decodeText(bytes)).toEqual({ text: 'Füße', note: null })
})

test.each([
  ['ISO-8859-1', latin(xml('ISO-8859-1', 'F\xfc\xdfe')), 'Füße'],
  ['windows-1252', latin(xml('windows-1252', 'don\x92t')), 'don’t'],
  ['iso-8859-2', latin(xml('iso-8859-2', '\xb3')), 'ł'],
  ['windows-1251', latin(xml('windows-1251', '\xcf\xe0\xf0\xee\xeb\xfc')), 'Пароль'],
  ['Shift_JIS', latin(xml('Shift_JIS', '\x94F\x8f\xd8')), '認証'],
  ['ISO-2022-JP', latin(xml('ISO-2022-JP', "\x1b$BG'>Z\x1b(B")), '認証'],
  ['ISO-8859-1, but written as UTF-8', new TextEncoder().encode(xml('ISO-8859-1', 'Füße')), 'Füße'],
])('reads XML declared %s', (_, bytes, expected) => {
  expect(decodeText(bytes).text).toContain(`<rss>${expected}</rss>`)
})

test('reads a file with few invalid bytes, and says where they are', () => {
  const bytes = latin(`One\ncaf\xe9 two\n${'x'.repeat(1000)}`)
  const { text, note } = decodeText(bytes)
  expect(text).toStartWith('One\ncaf\uFFFD two')
  expect(note).toBe('Invalid bytes were read as \uFFFD: line 2, column 4')
})

test.each([
  [latin('One\nF\xfc\xdfe'), 'UTF-8: invalid bytes in line 2, column 2'],
  [latin('\xe9'.repeat(100_000)), 'UTF-8: invalid bytes in line 1, column 1'],
  [latin('\xff\xfea'), 'UTF-16: invalid bytes in line 1, column 1'],
])('refuses text in another encoding, with line and column', (bytes, message) => {
  expect(() => decodeText(bytes)).toThrow(
    new AppError('invalid', `This is not text in ${message}; convert the file to UTF-8`),
  )
})

test('refuses an unknown encoding', () => {
  expect(() => decodeText(latin(xml('utf-99', '\xe9')))).toThrow("The encoding utf-99 isn't supported")
})
