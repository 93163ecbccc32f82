import { dictionaryWords } from '#src/analyses/relevance/dictionary-words.ts'

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const IS_WORD = /[\p{L}\p{N}]/u
/** A look into the dictionaries is dear, and texts may be one character each. */
const WORTH_A_LOOK = 2000

/** Counts the words of texts: what stands between spaces and has a letter or digit; in scripts without, what dictionaries tell. */
export function countWords(): { add(text: string): void; total(): number } {
  let words = 0
  let unspaced = ''
  const look = () => {
    for (const { isWordLike } of dictionaryWords(unspaced)) if (isWordLike) words++
    unspaced = ''
  }
  return {
    add(text) {
      if (UNSPACED.test(text)) {
        unspaced += `${text} `
        if (unspaced.length > WORTH_A_LOOK) look()
      } else for (const part of text.split(' ')) if (IS_WORD.test(part)) words++
    },
    total() {
      look()
      return words
    },
  }
}
