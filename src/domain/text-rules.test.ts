import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { ContactInput } from './contacts.ts'
import { PostInput } from './posts.ts'
import { PromptInput } from './prompts.ts'
import { LINES, ONE_LINE } from './text-rules.ts'

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
