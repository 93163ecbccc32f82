import type { Match } from '#domain/passwords/estimate/match.ts'
import type { Character } from '#domain/passwords/estimate/text.ts'
import { findDates } from './dates.ts'
import { findDisguises, type Rate } from './disguises.ts'
import { findEndings } from './endings.ts'
import { findKeyboardWalks } from './keyboard.ts'
import { findRepeats } from './repeats.ts'
import { findSeparators } from './separators.ts'
import { findSequences } from './sequences.ts'
import { findWords, type Vocabulary } from './words.ts'

type FindPattern = (characters: readonly Character[]) => Match[]

const FINDERS: FindPattern[] = [
  findSequences,
  findRepeats,
  findKeyboardWalks,
  findDates,
  findSeparators,
  findEndings,
]

/** `rate` is null inside a disguise: people don't use two. */
export function findPatterns(
  characters: readonly Character[],
  vocabulary: Vocabulary,
  rate: Rate | null,
): Match[] {
  return [
    ...findWords(characters, vocabulary),
    ...FINDERS.flatMap((find) => find(characters)),
    ...(rate ? findDisguises(characters, rate) : []),
  ]
}
