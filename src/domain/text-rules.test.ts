import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { ContactInput } from './contacts.ts'
import { PostInput } from './posts.ts'
import { PromptInput } from './prompts.ts'
import { LINES, ONE_LINE, tidyText } from './text-rules.ts'

const BOOK = 'x'.repeat(2_000_000)

test.each([
  ['post', () => PostInput.safeParse({ title: 'x', content: BOOK })],
  [
    'message',
    () => ContactInput.safeParse({ name: 'x', email: 'x@example.com', subject: 'x', message: BOOK }),
  ],
  ['prompt', () => PromptInput.safeParse({ name: 'x', systemPrompt: BOOK, userPromptTemplate: 'x' })],
])('a %s as long as a book has one error: too long', (_, read) => {
  const said = read().error?.issues.map(({ message }) => message)
  expect(said).toEqual([expect.stringMatching(/at most [\d,]+ characters$/)])
})

test('finds a control character at any position', () => {
  const writing = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/\p{Cc}/gu, ' '))
  const control = fc.constantFrom('\0', '\x07', '\x0b', '\x1b', '\x7f', '\x85', '\x9f')
  fc.assert(
    fc.property(writing, control, writing, (before, character, after) => {
      expect(LINES.test(`${before}\t\r\n${after}`)).toBe(true)
      expect(ONE_LINE.test(before + after)).toBe(true)
      expect(LINES.test(before + character + after)).toBe(false)
      expect(ONE_LINE.test(before + character + after)).toBe(false)
      expect(ONE_LINE.test(`${before}\n${after}`)).toBe(false)
    }),
  )
})

test.each([
  [
    'overrides, embeddings and isolates',
    'pay \u202egpj.exe\u202c \u2066now\u2069 \u202bx',
    'pay gpj.exe now x',
  ],
  ['invisible characters', '\ufeffpass\u200bword\u2060s\u3164\u{e0061}', 'passwords'],
  ['a line of nothing visible', '\u2800\u200d\u115f\u1160\ufe0f\u200e \u00ad', ''],
])('removes %s', (_, text, tidied) => {
  expect(tidyText(text)).toBe(tidied)
})

test.each([
  ['emoji with joiners and selectors', '👩‍💻 ❤️ 👨‍👩‍👧'],
  ['flags of regions', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
  ['Persian with a non-joiner', 'می\u200cخواهم'],
  ['Hindi with a joiner', 'क्\u200dष'],
  ['marks of direction', 'C\u200e++ שלום\u200f!'],
  ['soft hyphens', 'Passwort\u00adgenerator'],
  ['Khmer with zero-width spaces', 'ពាក្យ\u200bសម្ងាត់'],
  ['Braille with blanks', '⠏⠁⠎⠎\u2800⠺⠕⠗⠙'],
  ['variants of ideographs', '葛\u{e0100}飾区'],
])('keeps %s', (_, text) => {
  expect(tidyText(text)).toBe(text)
})

test('lines that others read are tidied', () => {
  const name = 'a\u202eb'
  expect(
    PostInput.parse({ title: name, content: name, tags: [name, '\u200b'], metaTitle: name }),
  ).toMatchObject({
    title: 'ab',
    content: name,
    tags: ['ab'],
    metaTitle: 'ab',
  })
  expect(PostInput.safeParse({ title: '\u2066\u2069', content: 'x' }).success).toBe(false)
  expect(
    PromptInput.parse({ name, systemPrompt: name, userPromptTemplate: 'x', description: name }),
  ).toMatchObject({ name: 'ab', description: 'ab', systemPrompt: name })
  expect(ContactInput.parse({ name, email: 'x@example.com', subject: name, message: name })).toMatchObject({
    name: 'ab',
    subject: 'ab',
    message: name,
  })
})
