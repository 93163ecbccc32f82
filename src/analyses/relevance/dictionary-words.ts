/** Dictionaries look ahead as far as the text goes, so it is given in pieces. */
const PIECE = 2000
/**
 * Each piece takes memory that the engine does not count as its own, and so would collect far too late: by its length, and
 * as much again as so many characters.
 */
const COST_OF_PIECE = 200
const MOST_COST = 100_000

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
let cost = 0

/** What a text consists of where spaces divide no words, words and marks alike: by the dictionaries of ICU. */
export function* dictionaryWords(
  text: string,
): Generator<{ segment: string; index: number; isWordLike: boolean }> {
  for (let from = 0; from < text.length; from += PIECE) {
    const piece = text.slice(from, from + PIECE)
    cost += COST_OF_PIECE + piece.length
    if (cost > MOST_COST) {
      Bun.gc(true)
      cost = 0
    }
    for (const { segment, index, isWordLike = false } of segmenter.segment(piece))
      yield { segment, index: from + index, isWordLike }
  }
}
