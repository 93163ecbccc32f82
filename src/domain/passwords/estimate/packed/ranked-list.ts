/**
 * A list in order of rank, packed. Ranks are kept to within 12 %: each bucket holds 12 % more words than all before
 * it, which is far finer than lists of passwords agree with each other. Within a bucket words are sorted and
 * front-coded: the number of first characters shared with the word before, then the rest. That leaves 3 bytes a word
 * before compression finds what the rests have in common.
 */
const GROWTH = 0.12
const SEPARATOR = '\n'
const MOST_SHARED = 255

/** Two sections: shared lengths, one byte a word; the rests as UTF-8. Words are ASCII, distinct and not empty. */
export function packRankedList(words: readonly string[]): [Uint8Array, Uint8Array] {
  const shared = new Uint8Array(words.length)
  const rests: string[] = []
  for (const { start, end } of buckets(words.length)) {
    let last = ''
    for (const word of words.slice(start, end).sort()) {
      const length = Math.min(sharedLength(last, word), MOST_SHARED)
      shared[rests.length] = length
      rests.push(word.slice(length))
      last = word
    }
  }
  return [shared, new TextEncoder().encode(rests.join(SEPARATOR))]
}

/** The words with the rank of the middle of their bucket, from 1. */
export function unpackRankedList(shared: Uint8Array, rests: Uint8Array): Map<string, number> {
  const texts = new TextDecoder().decode(rests).split(SEPARATOR)
  const ranks = new Map<string, number>()
  for (const { start, end } of buckets(shared.length)) {
    const rank = (start + end + 1) / 2
    let word = ''
    for (let at = start; at < end; at++) {
      word = word.slice(0, shared[at]) + texts[at]
      ranks.set(word, rank)
    }
  }
  return ranks
}

function buckets(length: number): { start: number; end: number }[] {
  const found = []
  for (let start = 0; start < length; ) {
    const end = Math.min(length, start + 1 + Math.floor(start * GROWTH))
    found.push({ start, end })
    start = end
  }
  return found
}

function sharedLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}
