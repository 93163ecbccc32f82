import * as czech from '@zxcvbn-ts/language-cs'
import * as german from '@zxcvbn-ts/language-de'
import * as spanish from '@zxcvbn-ts/language-es-es'
import * as finnish from '@zxcvbn-ts/language-fi'
import * as french from '@zxcvbn-ts/language-fr'
import * as indonesian from '@zxcvbn-ts/language-id'
import * as italian from '@zxcvbn-ts/language-it'
import * as japanese from '@zxcvbn-ts/language-ja'
import * as dutch from '@zxcvbn-ts/language-nl-be'
import * as polish from '@zxcvbn-ts/language-pl'
import * as portuguese from '@zxcvbn-ts/language-pt-br'
import * as z from 'zod/mini'
import type { Sources } from './sources.ts'

const Dictionary = z.record(z.string(), z.array(z.string()))

const PACKS = [
  czech,
  german,
  spanish,
  finnish,
  french,
  indonesian,
  italian,
  japanese,
  dutch,
  polish,
  portuguese,
]

const WORDS = 4000
const NAMES = 1500

/** Common words, given names and surnames of eleven languages, in Latin letters. */
export function readLanguageTexts(): string[] {
  return PACKS.flatMap(({ dictionary }) => {
    const lists = Object.entries(Dictionary.parse(dictionary))
    const those = (pattern: RegExp) => lists.filter(([name]) => pattern.test(name)).map(([, words]) => words)
    return [
      ...those(/^(?:commonWords|wikipedia)/).flatMap((words) => words.slice(0, WORDS / 2)),
      ...spread(those(/(?<!last)names/i).flat(), NAMES),
      ...spread(those(/lastnames/i).flat(), NAMES),
    ]
  })
}

export function englishTexts({ written, spoken, names, passphraseWords }: Sources): string[] {
  const words = [written, spoken].flatMap((list) => list.slice(0, WORDS))
  return [...words, ...names.flatMap((list) => list.slice(0, NAMES)), ...passphraseWords]
}

/** Several lists are alphabetical. */
function spread(words: readonly string[], count: number): string[] {
  const step = Math.max(1, words.length / count)
  return Array.from(
    { length: Math.floor(words.length / step) },
    (_, at) => words[Math.floor(at * step)] ?? '',
  )
}
