import { capitalize, prefixesOf } from '#domain/passwords/passphrase.ts'
import { startsOnItsOwn } from '#domain/passwords/passphrase-options.ts'
import { StartError } from '#src/errors.ts'
import { decodeUtf8, type Refuse, readSmallFile } from './operator-file.ts'

const KB_MAX = 1024
const WORDS_MIN = 1024
const WORD_MAX = 30

/** Lists for dice number their words, as in `11111 abacus`. */
const LINE = /^(?:[1-6]{3,6}\s+)?(\p{L}[\p{L}\p{M}'’-]*)$/u

/**
 * A word list, one word per line, in NFC. Words start with letters, and none begins with another one, so that passphrases
 * are unique with any separator and none. Throws StartError with the first line at fault, but not its text.
 */
export async function readWordListFile(path: string): Promise<string[]> {
  const refuse: Refuse = (reason, cause) =>
    new StartError(`The word list ${path} can't be used: ${reason}.`, { cause })
  const words: string[] = []
  const lines: number[] = []
  const text = decodeUtf8(await readSmallFile(path, KB_MAX, refuse))
  if (text === null) throw refuse('it is not UTF-8 text')
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const word = LINE.exec(line.trim())?.[1]?.normalize('NFC')
    if (word === undefined || word.length > WORD_MAX || !startsOnItsOwn(word))
      throw refuse(`line ${index + 1} is not one word of at most ${WORD_MAX} letters`)
    words.push(word)
    lines.push(index + 1)
  }
  if (words.length < WORDS_MIN) throw refuse(`it has ${words.length} words, and needs at least ${WORDS_MIN}`)
  // Capital letters at the start must not make two words one.
  const ambiguity = findAmbiguity(words) ?? findAmbiguity(words.map(capitalize))
  if (!ambiguity) return words
  const { longer, shorter, isSame } = ambiguity
  throw refuse(
    `the word on line ${lines[longer]} ${isSame ? 'repeats' : 'begins with'} the one on line ${lines[shorter]}`,
  )
}

function findAmbiguity(words: readonly string[]) {
  const places = new Map<string, number>()
  for (const [index, word] of words.entries()) {
    const same = places.get(word)
    if (same !== undefined) return { longer: index, shorter: same, isSame: true }
    places.set(word, index)
  }
  for (const [longer, word] of words.entries()) {
    for (const prefix of prefixesOf(word)) {
      const shorter = places.get(prefix)
      if (shorter !== undefined) return { longer, shorter, isSame: false }
    }
  }
  return undefined
}
