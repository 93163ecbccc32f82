import { expect, test } from 'bun:test'
import { detectEncoding, isText } from './encoding.ts'

const TEXT = 'Keyword\tVolume\ncafé près de moi\t1300\nпароль\t7\n'

const utf8 = new TextEncoder().encode(TEXT)
const utf16le = new Uint8Array(Buffer.from(TEXT, 'utf16le'))
const utf16be = new Uint8Array(Buffer.from(TEXT, 'utf16le').swap16())
const windows1252 = new Uint8Array(Buffer.from('Keyword;Volume\ncafé à Zürich;1300\n', 'latin1'))
const withMark = (mark: number[], bytes: Uint8Array) => new Uint8Array([...mark, ...bytes])

test.each([
  ['utf-8', utf8],
  ['utf-8', withMark([0xef, 0xbb, 0xbf], utf8)],
  ['utf-16le', utf16le],
  ['utf-16le', withMark([0xff, 0xfe], utf16le)],
  ['utf-16be', utf16be],
  ['utf-16be', withMark([0xfe, 0xff], utf16be)],
] as const)('%s is recognised, and its byte order mark is no part of the text', (encoding, bytes) => {
  expect(detectEncoding(bytes)).toBe(encoding)
  expect(new TextDecoder(encoding).decode(bytes)).toBe(TEXT)
})

test('what a Windows spreadsheet saves is recognised', () => {
  expect(detectEncoding(windows1252)).toBe('windows-1252')
})

test('a broken sign or one cut at the end makes no other encoding of UTF-8', () => {
  expect(detectEncoding(new Uint8Array([...utf8, 0xc3]))).toBe('utf-8')
  expect(detectEncoding(new Uint8Array([...utf8, 0xff, 0x41]))).toBe('utf-8')
  expect(detectEncoding(new Uint8Array([0x61, 0xed, 0xa0, 0x80]))).toBe('utf-8')
})

test('a picture is no text', () => {
  expect(isText('\u0089PNG\r\n\u001a\n\0\0\0')).toBe(false)
  expect(isText(TEXT)).toBe(true)
})
