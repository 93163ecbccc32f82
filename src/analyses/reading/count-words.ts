import { dictionaryWords } from '#src/analyses/relevance/dictionary-words.ts'

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u
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
      } else for (const part of text.split(' ')) if (LETTER_OR_NUMBER.test(part)) words++
    },
    total() {
      flush()
      return words
    },
  }
}
