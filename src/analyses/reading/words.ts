const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const IS_WORD = /[\p{L}\p{N}]/u
/** Dictionaries for unspaced scripts look ahead as far as the text goes, so it is given in pieces. */
const PIECE = 2000

/** Counts the words of a text: what stands between spaces and has a letter or digit; without spaces, what dictionaries tell. */
export function countWords(): (text: string) => number {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
  return (text) => {
    const isUnspaced = UNSPACED.test(text)
    let words = 0
    for (const part of text.split(' ')) {
      if (isUnspaced && UNSPACED.test(part)) words += countUnspaced(part, segmenter)
      else if (IS_WORD.test(part)) words++
    }
    return words
  }
}

function countUnspaced(text: string, segmenter: Intl.Segmenter): number {
  let words = 0
  for (let from = 0; from < text.length; from += PIECE)
    for (const { isWordLike } of segmenter.segment(text.slice(from, from + PIECE))) if (isWordLike) words++
  return words
}
