import { dictionaryWords } from '#src/analyses/relevance/dictionary-words.ts'

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const WORD = /[\p{L}\p{N}][^ ]*/gu
/** Buffers texts, because each dictionary lookup is slow and texts may be single characters. */
const BUFFER_MAX = 2000

export function countWords(): { add(text: string): void; total(): number } {
  let words = 0
  let unspaced = ''
  const flush = () => {
    for (const { isWordLike } of dictionaryWords(unspaced)) if (isWordLike) words++
    unspaced = ''
  }
  return {
    add(text) {
      if (UNSPACED.test(text)) {
        unspaced += `${text} `
        if (unspaced.length > BUFFER_MAX) flush()
      } else while (WORD.test(text)) words++
    },
    total() {
      flush()
      return words
    },
  }
}
