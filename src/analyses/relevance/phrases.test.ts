import { expect, test } from 'bun:test'
import { languageOf } from './language.ts'
import { phrasesOf } from './phrases.ts'
import { segmentsOf } from './segments.ts'
import { createVocabulary } from './vocabulary.ts'

/** The phrases that stand alone in a sentence, or all of them. */
function phrases(language: string, text: string, parts: 'whole' | 'any' = 'whole'): string[] {
  const spoken = languageOf({ language, blocks: [] })
  return segmentsOf(text, createVocabulary(spoken), 1000).flatMap(({ words }) =>
    phrasesOf(words, spoken)
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
])('an English phrase is a noun with what describes it: %s', (text, whole) => {
  expect(phrases('en', text)).toEqual(whole)
})

test('a phrase longer than three words is known by its parts', () => {
  const parts = phrases('en', 'gas turbine power plants', 'any')
  expect(parts).toContain('power plants')
  expect(parts).toContain('gas turbine power')
  expect(parts).not.toContain('gas turbine power plants')
})

test('no phrase reaches across punctuation, a new line or a stop word', () => {
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

test('a wrapped line goes on', () => {
  expect(phrases('en', 'they sell solar\n  panels and wind\nturbines')).toEqual([
    'solar panels',
    'wind turbines',
  ])
})

test.each([
  ['de', 'Die Verschlüsselung schützt das sichere Passwort', ['Verschlüsselung', 'sichere Passwort']],
  ['fr', "L'authentification d'un compte", ['authentification', 'compte']],
  ['es', 'La contraseña maestra y el cifrado', ['contraseña maestra', 'cifrado']],
])('in %s a phrase stands between stop words: %s', (language, text, whole) => {
  expect(phrases(language, text)).toEqual(whole)
})

test('words joined by of can be a phrase', () => {
  expect(phrases('en', 'the quality of service', 'any')).toContain('quality of service')
  expect(phrases('fr', 'un mot de passe', 'any')).toContain('mot de passe')
})
