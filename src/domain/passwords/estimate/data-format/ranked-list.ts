/**
 * Packs a ranked word list at about 3 bytes per word before compression. Each bucket has 12% more words than all
 * before it, so ranks stay accurate to 12%. Buckets are sorted and front-coded: shared prefix length, then the rest.
 */
const GROWTH = 0.12
const SEPARATOR = '\n'
const SHARED_MAX = 255

/** Returns prefix lengths (one byte per word) and suffixes (UTF-8). Words must be distinct, non-empty ASCII. */
export function packRankedList(words: readonly string[]): [Uint8Array, Uint8Array] {
  const shared = new Uint8Array(words.length)
  const rests: string[] = []
  for (const { start, end } of buckets(words.length)) {
    let last = ''
    for (const word of words.slice(start, end).sort()) {
      const length = Math.min(sharedLength(last, word), SHARED_MAX)
      shared[rests.length] = length
      rests.push(word.slice(length))
      last = word
    }
  }
  return [shared, new TextEncoder().encode(rests.join(SEPARATOR))]
}

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
