/**
 * Packs a ranked word list at about 3 bytes per word before compression. Each bucket has 12% more ranks than all before
 * it, so ranks stay accurate to 12%. Buckets are sorted and front-coded: shared prefix length, then the rest.
 */
const GROWTH = 0.12
const SEPARATOR = '\n'
const SHARED_MAX = 255
const SIZE_BYTES = 2

export const SECTIONS_PER_LIST = 3

/**
 * A word's place is its rank; null leaves a rank out. Words must be distinct, non-empty and without line breaks. Returns
 * the buckets' sizes, prefix lengths (one byte per word) and suffixes (UTF-8).
 */
export function packRankedList(words: readonly (string | null)[]): [Uint8Array, Uint8Array, Uint8Array] {
  const sizes: number[] = []
  const shared: number[] = []
  const rests: string[] = []
  for (let start = 0; start < words.length; start = endOfBucket(start)) {
    const bucket = words.slice(start, endOfBucket(start)).filter((word) => word !== null)
    sizes.push(bucket.length)
    let last = ''
    for (const word of bucket.sort()) {
      const length = Math.min(sharedLength(last, word), SHARED_MAX)
      shared.push(length)
      rests.push(word.slice(length))
      last = word
    }
  }
  return [packSizes(sizes), Uint8Array.from(shared), new TextEncoder().encode(rests.join(SEPARATOR))]
}

export function unpackRankedList(sizes: Uint8Array, shared: Uint8Array, rests: Uint8Array) {
  const texts = new TextDecoder().decode(rests).split(SEPARATOR)
  const ranks = new Map<string, number>()
  let start = 0
  for (const size of unpackSizes(sizes)) {
    const rank = (start + endOfBucket(start) + 1) / 2
    const bucketEnd = ranks.size + size
    let word = ''
    for (let at = ranks.size; at < bucketEnd; at++) {
      word = word.slice(0, shared[at]) + texts[at]
      ranks.set(word, rank)
    }
    start = endOfBucket(start)
  }
  return ranks
}

const endOfBucket = (start: number) => start + 1 + Math.floor(start * GROWTH)

function packSizes(sizes: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(SIZE_BYTES * sizes.length)
  const view = new DataView(bytes.buffer)
  for (const [at, size] of sizes.entries()) view.setUint16(SIZE_BYTES * at, size, true)
  return bytes
}

function unpackSizes(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  return Array.from({ length: bytes.length / SIZE_BYTES }, (_, at) => view.getUint16(SIZE_BYTES * at, true))
}

function sharedLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}
