import { expect, test } from 'bun:test'
import { languageOf } from './language.ts'
import { phrasesOf } from './phrases.ts'
import { segmentsOf } from './segments.ts'
import { createVocabulary } from './vocabulary.ts'

function phrases(language: string, text: string, parts: 'whole' | 'any' = 'whole'): string[] {
  const settings = languageOf({ language, blocks: [] })
  return segmentsOf(text, createVocabulary(settings), 1000).flatMap(({ words }) =>
    phrasesOf(words, settings)
      .filter(({ part }) => parts === 'any' || part === 'whole')
      .map(({ from, to }) =>
        words
          .slice(from, to)
          .map((word) => word.spelling.text)
          .join(' '),
      ),
  )
}

test.each([
  ['We present a new fuzzy controller for steam turbines.', ['fuzzy controller', 'steam turbines']],
  [
    'Surfers access the shared network by using a password manager',
    ['Surfers', 'shared network', 'password manager'],
  ],
  ['to test the use of data containing errors', ['data', 'errors']],
  ["The town's mayor opened a library, two schools", ['town', 'mayor', 'library', 'schools']],
  ['This is the purpose of most papers', []],
  ['learning vector quantization is quickly computed', ['learning vector quantization']],
  ['The constructor has a prototype', ['constructor', 'prototype']],
])('finds English noun phrases: %s', (text, whole) => {
  expect(phrases('en', text)).toEqual(whole)
})

test('splits a phrase of more than three words into parts', () => {
  const parts = phrases('en', 'gas turbine power plants', 'any')
  expect(parts).toContain('power plants')
  expect(parts).toContain('gas turbine power')
  expect(parts).not.toContain('gas turbine power plants')
})

test('phrases end at punctuation, line breaks and stop words', () => {
  const text = 'solar panels; wind parks (tides) hydrogen.\nBatteries and fuel'
  expect(phrases('en', text)).toEqual([
    'solar panels',
    'wind parks',
    'tides',
    'hydrogen',
    'Batteries',
    'fuel',
  ])
})

test('phrases continue across a wrapped line', () => {
  expect(phrases('en', 'they sell solar\n  panels and wind\nturbines')).toEqual([
    'solar panels',
    'wind turbines',
  ])
})

test.each([
  ['de', 'Die Verschlüsselung schützt das sichere Passwort', ['Verschlüsselung', 'sichere Passwort']],
  ['fr', "L'authentification d'un compte", ['authentification', 'compte']],
  ['es', 'La contraseña maestra y el cifrado', ['contraseña maestra', 'cifrado']],
])('finds phrases between stop words in %s: %s', (language, text, whole) => {
  expect(phrases(language, text)).toEqual(whole)
})

test("joins two words around 'of'", () => {
  expect(phrases('en', 'the quality of service', 'any')).toContain('quality of service')
  expect(phrases('fr', 'un mot de passe', 'any')).toContain('mot de passe')
})
