import type { Candidate } from './candidates.ts'

type Source = { words: number; knowsNouns: boolean }

const PART_EXPONENT = 0.75
const SPREAD_EXPONENT = 0.5
const ONE_SENTENCE_SPREAD = 2 ** SPREAD_EXPONENT
const WORD_EXPONENT = 0.85
const POSITION_EXPONENT = 0.7
const OPENING_WORDS = 16
const OPENING_SHARE = 1 / 80
const SINGLE_WORD = 0.33
/** Without part-of-speech tags, a longer run is as likely to include a verb as to be a term. */
const SINGLE_WORD_WITHOUT_NOUNS = 0.5
const NEVER_ALONE = 0.3
const NEVER_ALONE_IN_SEVERAL = 0.45
const IN_OPENING = 1.5
const CUT_SHORT = 0.4
const GERUND_AT_START = 0.15
const GERUND_AT_END = 1.5
const LIGHT_NOUN_AT_END = 0.5
const PROPER_NAME = 1.5
const RARITY = 0.5

/**
 * Returns the raw relevance of each candidate, above 0. Only order and ratios matter.
 *
 *     evidence = (1 + W) · (1 + P)^0.75 · (1 + S)^0.5
 *     raw      = evidence^e · (1 + first / K)^−0.7 · shape · words
 *     K        = 16 + words of the text / 80
 *
 * The factors are multiplied because they are independent evidence of the topic:
 * - W: occurrences as a whole phrase, weighted by place. Texts repeat their topic (H. P. Luhn, 1958).
 * - P: occurrences in longer phrases. 'Stable feature selection' is weaker evidence for 'feature selection' (C-value:
 *   Frantzi, Ananiadou, Mima, 2000).
 * - S: sentences. A topic runs through a text, a digression doesn't (YAKE: Campos et al., 2020).
 * - e: 1 for phrases, 0.85 for single words, which repeat for many reasons and also get a factor of 0.33 (KP-Miner:
 *   El-Beltagy, Rafea, 2009). That factor scales with the square root of the text's ratio of single words to longer
 *   phrases: news names things by one word, papers by two or three.
 * - first: words before the first occurrence. Titles, leads and abstracts come first (PositionRank: Florescu, Caragea,
 *   2017). Relative to K, which covers half the abstract in a paper, so that the authors and addresses above it gain
 *   nothing.
 * - shape: never alone, so maybe a fragment (0.3); in several phrases (0.45, C-value); in the opening sentence (× 1.5);
 *   never with its final noun (0.4: 'alpaca wool hiking' of 'alpaca wool hiking socks'; not in head-initial languages);
 *   starts with an -ing form (0.15: 'detecting faults'); ends with one (1.5: 'condition monitoring'); ends with a light
 *   noun (0.5).
 * - words: names and acronyms (1.5, YAKE's casing); words outside everyday English (up to 1.5, as IDF: Spärck Jones,
 *   1972).
 */
export function rawRelevance(
  candidates: Candidate[],
  source: Source,
): { candidate: Candidate; value: number }[] {
  const opening = OPENING_WORDS + source.words * OPENING_SHARE
  const singleWord =
    (source.knowsNouns ? SINGLE_WORD : SINGLE_WORD_WITHOUT_NOUNS) * singleWordRatio(candidates)
  return candidates.map((candidate) => {
    const { wholeWeight, partWeight, sentences, first } = candidate
    // Most candidates occur once, so this skips the slow powers.
    const parts = partWeight === 0 ? 1 : (1 + partWeight) ** PART_EXPONENT
    const spread = sentences === 1 ? ONE_SENTENCE_SPREAD : (1 + sentences) ** SPREAD_EXPONENT
    const evidence = (1 + wholeWeight) * parts * spread
    const weighted = candidate.words.length === 1 ? evidence ** WORD_EXPONENT * singleWord : evidence
    const position = (1 + first / opening) ** -POSITION_EXPONENT
    return { candidate, value: weighted * position * shapeFactor(candidate) * words(candidate, source) }
  })
}

/** Limited to between 0.5 and 2, so that lists of links or slogans don't dominate. */
function singleWordRatio(candidates: Candidate[]): number {
  let single = 1
  let longer = 1
  for (const { words, wholeCount } of candidates) {
    if (words.length === 1) single += wholeCount
    else longer += wholeCount
  }
  return Math.min(2, Math.max(0.5, Math.sqrt(single / longer)))
}

function shapeFactor(candidate: Candidate): number {
  let factor = 1
  if (candidate.wholeCount === 0) {
    factor *= candidate.count > candidate.countOfLonger ? NEVER_ALONE_IN_SEVERAL : NEVER_ALONE
    if (candidate.isInOpening) factor *= IN_OPENING
    if (candidate.isCutShort && candidate.words.length > 1) factor *= CUT_SHORT
  }
  if (candidate.startsWithGerund) factor *= GERUND_AT_START
  if (candidate.endsWithGerund) factor *= GERUND_AT_END
  return candidate.endsWithLightNoun ? factor * LIGHT_NOUN_AT_END : factor
}

function words({ isName, words }: Candidate, { knowsNouns }: Source): number {
  let rare = 0
  if (knowsNouns) for (const { spelling } of words) if (spelling.isRare) rare++
  return (isName ? PROPER_NAME : 1) * (1 + RARITY * (rare / words.length))
}
