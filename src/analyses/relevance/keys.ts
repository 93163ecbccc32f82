import type { Word } from './segments.ts'

/** What stands for a phrase where phrases are looked up. */
export type Key = number | string

/** Numbers of words are the digits of one number, which is exact for three of them and cheaper to look up than a string. */
const BASE = 2 ** 17
const MOST_DIGITS = 3

/** The same for inflected forms, and for spellings with a hyphen and with a space. */
export function stemKey(words: Word[], from = 0, to = words.length): Key {
  let key = 0
  let digits = 0
  for (let at = from; at < to; at++) {
    const stems = words[at]?.spelling.stems ?? []
    digits += stems.length
    for (let part = 0; part < stems.length; part++) {
      const stem = stems[part] ?? 0
      if (stem >= BASE || digits > MOST_DIGITS) return longStemKey(words.slice(from, to))
      key = key * BASE + stem
    }
  }
  return key
}

const longStemKey = (words: Word[]) => words.flatMap(({ spelling }) => spelling.stems).join(' ')

/** The same for what is written alike: the same words, with spaces between the same of them. */
export function spellingKey(words: Word[], from: number, to: number): Key {
  let key = 0
  for (let at = from; at < to; at++) {
    const isApart = at === from || words[at]?.start !== words[at - 1]?.end
    const digit = 2 * (words[at]?.spelling.number ?? 0) + Number(isApart)
    if (digit >= BASE) return spell(words.slice(from, to))
    key = key * BASE + digit
  }
  return key
}

/** Words without spaces between them are written without. */
export const spell = (words: Word[]) =>
  words
    .map(({ spelling: { text }, start }, at) =>
      at === 0 || words[at - 1]?.end === start ? text : ` ${text}`,
    )
    .join('')
