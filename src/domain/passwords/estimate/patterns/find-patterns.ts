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
import { findRepeats } from './repeats.ts'
import { findSeparators } from './separators.ts'
import { findSequences } from './sequences.ts'
import { findWordGroups } from './word-groups.ts'
import { findWords, isLongEnough, type Vocabulary } from './words.ts'

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

type Lists = { vocabulary: Vocabulary; phrases: Phrases }

/** `rate` is null inside a disguise: people don't use two. */
export function findPatterns(
  characters: readonly Character[],
  { vocabulary, phrases }: Lists,
  rate: Rate | null,
): Match[] {
  const words = findWords(characters, vocabulary)
  return [
    ...words.filter((word) => isLongEnough(word, characters)),
    ...findPhrases(characters, words, phrases),
    ...findWordGroups(characters, vocabulary),
    ...FINDERS.flatMap((find) => find(characters)),
    ...(rate ? [...findDisguises(characters, rate), ...findFormats(characters, rate)] : []),
  ]
}
