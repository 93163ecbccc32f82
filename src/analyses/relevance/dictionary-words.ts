/** Dictionaries look ahead as far as the text goes, so it is given in pieces. */
const PIECE = 2000
/** Each piece takes memory that the engine does not count as its own, and so would collect far too late. */
const PIECES_AT_ONCE = 100

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
let pieces = 0

/** What a text consists of where spaces divide no words, words and marks alike: by the dictionaries of ICU. */
export function* dictionaryWords(
  text: string,
): Generator<{ segment: string; index: number; isWordLike: boolean }> {
  for (let from = 0; from < text.length; from += PIECE) {
    if (++pieces % PIECES_AT_ONCE === 0) Bun.gc(true)
    for (const { segment, index, isWordLike = false } of segmenter.segment(text.slice(from, from + PIECE)))
      yield { segment, index: from + index, isWordLike }
  }
}
