import { expect, test } from 'bun:test'
import { LOWERCASE, NUMBERS, SYMBOLS, UPPERCASE } from './alphabets.ts'
import { LANGUAGES } from './languages.ts'
import { spell } from './spell.ts'
import { loadWords } from './word-lists.ts'

const namesOf = (text: string) => spell(text).map(({ name }) => name)

test('spells letters with their case, digits and symbols', () => {
  expect(namesOf('aZ7 x-')).toEqual([
    'lowercase Alfa',
    'capital Zulu',
    'seven',
    'space',
    'lowercase X-ray',
    'hyphen',
  ])
})

test('spells accents, composed or not', () => {
  const names = [
    'lowercase Echo with acute accent',
    'capital November with tilde',
    'lowercase Charlie with cedilla',
  ]
  expect(namesOf('éÑç')).toEqual(names)
  expect(namesOf('éÑç'.normalize('NFD'))).toEqual(names)
})

test('every character of a password has its own name', () => {
  const printable = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('')
  for (const character of UPPERCASE.all + LOWERCASE.all + NUMBERS.all + SYMBOLS)
    expect(printable).toContain(character)
  const names = namesOf(printable)
  expect(names).not.toContain(null)
  expect(new Set(names).size).toBe(95)
})

test('tells look-alikes apart', () => {
  const cautions = Object.fromEntries(
    spell('0Oo1lI|aB8').map(({ character, caution }) => [character, caution]),
  )
  expect(cautions).toEqual({
    '0': 'not the letter O',
    O: 'not zero',
    o: 'not zero',
    '1': 'not the letter l or I',
    l: 'not one or capital I',
    I: 'not one or lowercase l',
    '|': 'not a letter or one',
    a: null,
    B: null,
    '8': null,
  })
})

test('spells all words in Latin letters; other characters have no name', async () => {
  for (const { id } of LANGUAGES) {
    const words = await loadWords(id)
    const isLatin = !['ja', 'ko', 'zh-Hans', 'zh-Hant'].includes(id)
    for (const name of namesOf(words.join(''))) expect(name !== null).toBe(isLatin)
  }
})

test.each([[''], ['😀'], ['\u0301'], ['constructor'], ['\ud800'], ['👨‍👩‍👧'], ['ß'], ['ệ']])(
  'keeps every character of %j',
  (text) => {
    expect(
      spell(text)
        .map(({ character }) => character)
        .join(''),
    ).toBe(text)
  },
)
