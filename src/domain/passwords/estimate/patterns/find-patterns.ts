import type { Match } from '#domain/passwords/estimate/match.ts'
import type { Character } from '#domain/passwords/estimate/text.ts'
import { findDates } from './dates.ts'
import { findDisguises, type Rate } from './disguises.ts'
import { findEndings } from './endings.ts'
import { findFormats } from './formats.ts'
import { findKeyboardWalks } from './keyboard.ts'
import { findNumbers } from './numbers.ts'
import { findOrderedWords } from './ordered-words.ts'
import { findPhrases, type Phrases } from './phrases.ts'
import { findPublished } from './published.ts'
import { findRepeats } from './repeats.ts'
import { findSeparators } from './separators.ts'
import { findSequences } from './sequences.ts'
import { findWordGroups, type WordLists } from './word-groups.ts'
import { findWords, isLongEnough } from './words.ts'

type FindPattern = (characters: readonly Character[]) => Match[]

const FINDERS: FindPattern[] = [
  findSequences,
  findRepeats,
  findKeyboardWalks,
  findDates,
  findNumbers,
  findOrderedWords,
  findSeparators,
  findEndings,
]

type Lists = WordLists & {
  phrases: Phrases
  passwords: ReadonlyMap<string, number>
  published: ReadonlySet<string>
}

/** `rate` is null inside a disguise, which has no other disguise or format, and words only with spaces. */
export function findPatterns(characters: readonly Character[], lists: Lists, rate: Rate | null): Match[] {
  const words = findWords(characters, lists.vocabulary)
  return [
    ...words.filter((word) => isLongEnough(word, characters)),
    ...findPhrases(characters, words, lists.phrases),
    ...(rate || characters.some(({ typed }) => typed === ' ') ? findWordGroups(characters, lists) : []),
    ...FINDERS.flatMap((find) => find(characters)),
    ...findPublished(characters, lists.published),
    ...(rate ? [...findDisguises(characters, rate), ...findFormats(characters, rate, lists.passwords)] : []),
  ]
}
