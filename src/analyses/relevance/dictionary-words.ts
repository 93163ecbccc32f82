import { collectGarbage } from '#src/analyses/collect-garbage.ts'

/** ICU dictionaries look ahead to the end of the text, so long texts are split. */
const PIECE_CHARACTERS = 2000
/** The garbage collector doesn't see ICU's memory, so its cost is estimated: text length plus a constant per piece. */
const PIECE_COST = 200
const COST_MAX = 100_000

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
let cost = 0

/** Segments text without spaces by ICU's dictionaries. Includes punctuation. */
export function* dictionaryWords(
  text: string,
): Generator<{ segment: string; index: number; isWordLike: boolean }> {
  for (let from = 0; from < text.length; from += PIECE_CHARACTERS) {
    const piece = text.slice(from, from + PIECE_CHARACTERS)
    cost += PIECE_COST + piece.length
    if (cost > COST_MAX) {
      collectGarbage()
      cost = 0
    }
    for (const { segment, index, isWordLike = false } of segmenter.segment(piece))
      yield { segment, index: from + index, isWordLike }
  }
}
