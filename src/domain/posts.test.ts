import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { anyCharacter } from '#src/testing/any-character.ts'
import { wordCountOf } from './posts.ts'

test.each([
  ['', 0],
  [' \n\t', 0],
  ['one', 1],
  [' one  two\nthree\u00a0four\u2003five\ufeffsix ', 6],
  ['один 二 🔑', 3],
])('%j has %d words', (text, words) => {
  expect(wordCountOf(text)).toBe(words)
})

test('counts words as a regular expression would', () => {
  const character = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 2 }),
    fc.constantFrom(
      ' ',
      '\n',
      '\u00a0',
      '\u1680',
      '\u180e',
      '\u200a',
      '\u200b',
      '\u2029',
      '\u3000',
      '\ufeff',
    ),
  )
  fc.assert(
    fc.property(fc.array(character), (characters) => {
      const text = characters.join('')
      expect(wordCountOf(text)).toBe(text.match(/\S+/g)?.length ?? 0)
    }),
  )
})
