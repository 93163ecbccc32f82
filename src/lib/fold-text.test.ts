import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { anyCharacter } from '#src/testing/any-character.ts'
import { FOLDED_GROWTH, foldText } from './fold-text.ts'

test.each([
  ['Café', 'cafe'],
  ['cafe\u0301', 'cafe'],
  ['ÉCOLE', 'ecole'],
  ['Łódź', 'lodz'],
  ['Straße', 'strasse'],
  ['STRASSE', 'strasse'],
  ['Ærø', 'aero'],
  ['Ǣǽ Ǿ', 'aeae o'],
  ['İstanbul', 'istanbul'],
  ['ISPARTA ısparta', 'isparta isparta'],
  ['ΟΔΟΣ οδος', 'οδοσ οδοσ'],
  ['Ἀθῆναι', 'αθηναι'],
  ['Việt Nam', 'viet nam'],
  ['ПАРОЛЬ', 'пароль'],
  ['Ёлка', 'елка'],
  ['Йод', 'йод'],
  ['ガラス', 'ガラス'],
  ['한국어', '한국어'],
  ['हिन्दी', 'हिन्दी'],
  ['𐐀', '𐐨'],
  ['Ａ', 'ａ'],
  ['a [é*?] %_', 'a [e*?] %_'],
  ['', ''],
])('%j folds to %j', (text, form) => {
  expect(foldText(text)).toBe(form)
})

test('folding any character twice gives the same as once', () => {
  const CHUNK = 0x800
  for (let start = 0; start <= 0x10ffff; start += CHUNK) {
    const characters = Array.from({ length: CHUNK }, (_, index) => String.fromCodePoint(start + index))
    const form = foldText(characters.join('\n'))
    expect(foldText(form)).toBe(form)
  }
})

test('folding is idempotent and bounded in length', () => {
  const anything = fc.string({ unit: anyCharacter, maxLength: 200 })
  fc.assert(
    fc.property(anything, (text) => {
      const form = foldText(text)
      expect(foldText(form)).toBe(form)
      expect(form.length).toBeLessThanOrEqual(text.length * FOLDED_GROWTH)
    }),
    { numRuns: 500 },
  )
})
