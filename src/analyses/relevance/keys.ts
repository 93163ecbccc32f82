import type { Word } from './segments.ts'

export type Key = number | string

/** Up to three word numbers fit into one exact number, which is faster to look up than a string. */
const BASE = 2 ** 17
const DIGITS_MAX = 3

/** Equal for inflected forms, and for hyphenated and spaced spellings. */
export function stemKey(words: Word[], from = 0, to = words.length): Key {
  let key = 0
  let digits = 0
  for (let at = from; at < to; at++) {
    const stems = words[at]?.spelling.stems ?? []
    digits += stems.length
    for (let part = 0; part < stems.length; part++) {
      const stem = stems[part] ?? 0
      if (stem >= BASE || digits > DIGITS_MAX) return longStemKey(words.slice(from, to))
      key = key * BASE + stem
    }
  }
  return key
}

const longStemKey = (words: Word[]) => words.flatMap(({ spelling }) => spelling.stems).join(' ')

export function spellingKey(words: Word[], from: number, to: number): Key {
  let key = 0
  for (let at = from; at < to; at++) {
    const isSpaced = at === from || words[at]?.start !== words[at - 1]?.end
    const digit = 2 * (words[at]?.spelling.number ?? 0) + Number(isSpaced)
    if (digit >= BASE) return spell(words.slice(from, to))
    key = key * BASE + digit
  }
  return key
}

export const spell = (words: Word[]) =>
  words
    .map(({ spelling: { text }, start }, at) =>
      at === 0 || words[at - 1]?.end === start ? text : ` ${text}`,
    )
    .join('')
