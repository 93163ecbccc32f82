import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { StartError } from '#src/errors.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { readWordListFile } from './word-list-file.ts'

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/** 1,024 words of four letters. */
const WORDS = LETTERS.flatMap((first) =>
  LETTERS.flatMap((second) => [`${first}${second}ka`, `${first}${second}ni`]),
).slice(0, 1024)

async function read(content: string | Uint8Array) {
  using folder = temporaryFolder()
  const path = join(folder.path, 'words.txt')
  await Bun.write(path, content)
  return await readWordListFile(path)
}

async function refusalOf(content: string | Uint8Array): Promise<string> {
  const refusal: unknown = await read(content).catch((error) => error)
  expect(refusal).toBeInstanceOf(StartError)
  return refusal instanceof StartError
    ? refusal.message.replace(/^The word list \S+ can't be used: /, '')
    : ''
}

const withWords = (...words: string[]) => [...WORDS, ...words].join('\n')

test.each([
  ['plain lines', WORDS.join('\n')],
  ['Windows lines, a byte order mark and blank lines', `\uFEFF${WORDS.join('\r\n\r\n')}\r\n`],
  ['numbers of dice', WORDS.map((word, index) => `${11111 + (index % 6)}\t${word}`).join('\n')],
])('reads %s', async (_, text) => {
  expect(await read(text)).toEqual(WORDS)
})

test('reads words of any script with accents, hyphens and apostrophes, in NFC', async () => {
  const words = ['été', 'Straße', 'слово', 'מילה', 'あいだ', '한글', '词', 'drop-down', "o'clock", 'हिन्दी']
  expect((await read(withWords(...words.map((word) => word.normalize('NFD'))))).slice(1024)).toEqual(words)
})

test.each([
  ['', 'it has 0 words, and needs at least 1024.'],
  [WORDS.slice(1).join('\n'), 'it has 1023 words, and needs at least 1024.'],
  [withWords('aaka'), 'the word on line 1025 repeats the one on line 1.'],
  [withWords('Aaka'), 'the word on line 1025 repeats the one on line 1.'],
  [withWords('xaver', 'xaverine'), 'the word on line 1026 begins with the one on line 1025.'],
  [withWords('xaverine', 'Xaver'), 'the word on line 1025 begins with the one on line 1026.'],
  [withWords('e\u0301\u0302z', 'é\u0302z'), 'the word on line 1026 repeats the one on line 1025.'],
  [withWords('\u1161\u11a8'), 'line 1025 is not one word of at most 30 letters.'],
  ['a\0b', 'line 1 is not one word of at most 30 letters.'],
  [new Uint8Array([0xff, 0xfe, 0x41, 0x00]), 'it is not UTF-8 text.'],
  ['ab\n'.repeat(400_000), 'it is larger than 1024 KB.'],
])('refuses %#: %j', async (content, reason) => {
  expect(await refusalOf(content)).toBe(reason)
})

test.each([
  'two words',
  'x1y',
  'x!y',
  '<script>alert(1)</script>',
  'x"onclick=y',
  '\u202eevil',
  'zero\u200bwidth',
  '\u0301x',
  '-x',
  '😀',
  'x'.repeat(31),
  '\u001b[31m',
  '__proto__',
])('refuses %j as a word, without repeating it', async (word) => {
  const reason = await refusalOf(withWords(word))
  expect(reason).toBe('line 1025 is not one word of at most 30 letters.')
})

test('words such as constructor are words', async () => {
  expect((await read(withWords('constructor', 'toString', 'hasOwnProperty'))).slice(1024)).toEqual([
    'constructor',
    'toString',
    'hasOwnProperty',
  ])
})

test.each(['/dev/zero', '/tmp', '/no/such/file'])('refuses %s', async (path) => {
  await expect(readWordListFile(path)).rejects.toThrow(`The word list ${path} can't be used: it`)
})
