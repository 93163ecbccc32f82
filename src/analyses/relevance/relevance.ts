import type { Candidate } from './candidates.ts'

/** Of the text that the candidates come from: its number of words, and whether its nouns could be told from its verbs. */
type Source = { words: number; knowsNouns: boolean }

const PART_EXPONENT = 0.75
const SPREAD_EXPONENT = 0.5
const ONE_SENTENCE = 2 ** SPREAD_EXPONENT
const WORD_EXPONENT = 0.85
const POSITION_EXPONENT = 0.7
/** What counts as the beginning: a sentence of words, and in a longer text its eightieth, half the abstract of a paper. */
const OPENING_SENTENCE = 16
const BEGINNING = 1 / 80
const SINGLE_WORD = 0.33
/** Without parts of speech a longer run is as likely to hold a verb as to be a term. */
const SINGLE_WORD_WITHOUT_NOUNS = 0.5
const NEVER_ALONE = 0.3
const NEVER_ALONE_BUT_IN_SEVERAL = 0.45
const PART_OF_OPENING = 1.5
const CUT_SHORT = 0.4
const GERUND_BEFORE_OBJECT = 0.15
const NAME_OF_ACTIVITY = 1.5
const LIGHT_END = 0.5
const PROPER_NAME = 1.5
const RARITY = 0.5

/**
 * The raw relevance of every candidate, above 0; only its order and proportions mean something.
 *
 *     evidence = (1 + W) · (1 + P)^0.75 · (1 + S)^0.5
 *     raw      = evidence^e · (1 + first / K)^−0.7 · shape · words        K = 16 + words of the text / 80
 *
 * Each term is a reason to believe that a phrase is what the text is about; they multiply, as independent evidence does.
 *
 * - W, occurrences as a whole phrase, each by the weight of its place: what a text is about, it repeats (H. P. Luhn, 1958).
 * - P, occurrences inside longer phrases, weighted alike and worth less: 'feature selection' is meant where 'stable feature
 *   selection' is written, if less so than where it stands alone (C-value: Frantzi, Ananiadou, Mima, 2000).
 * - S, the sentences that have it: a topic runs through a text, a digression stays where it is (YAKE: Campos et al., 2020).
 * - e is 1 for phrases and 0.85 for single words, which also have a factor of 0.33: single words repeat for many reasons and
 *   phrases mostly for one, so in a long text their counts run away (the boost for phrases in KP-Miner: El-Beltagy, Rafea,
 *   2009). The factor follows the text's own habit, by the square root of its single-word to its longer noun phrases: news
 *   names things by one word, papers by two and three.
 * - first, words before the first occurrence: titles, leads and abstracts say first what matters (PositionRank: Florescu,
 *   Caragea, 2017). It is measured in beginnings K of the text, so that a paper's authors and addresses, which stand before
 *   its abstract, gain nothing on it.
 * - shape: a phrase that never stands alone may be a fragment (0.3), less likely so if several different phrases have it
 *   (0.45, the other half of C-value), or if it is a part of the opening sentence, which says many things in one long phrase
 *   (1.5 times as much). If it always is cut short of the noun that it ends with, it says something else (0.4: 'alpaca
 *   wool hiking' of 'alpaca wool hiking socks'; not in languages whose nouns come first). A phrase that begins with an -ing form is mostly a verb with its
 *   object (0.15: 'detecting faults'), one that ends with it names an activity (1.5: 'condition monitoring'). A light
 *   noun at the end adds nothing (0.5).
 * - words: capitals where others have none mark names and acronyms (1.5, YAKE's casing); words outside everyday English
 *   are terms (up to 1.5, the idea of IDF: Spärck Jones, 1972).
 */
export function rawRelevance(
  candidates: Candidate[],
  source: Source,
): { candidate: Candidate; value: number }[] {
  const beginning = OPENING_SENTENCE + source.words * BEGINNING
  const singleWord =
    (source.knowsNouns ? SINGLE_WORD : SINGLE_WORD_WITHOUT_NOUNS) * habitOfSingleWords(candidates)
  return candidates.map((candidate) => {
    const { wholeWeight, partWeight, sentences, first } = candidate
    // Most occur once, and powers are slow.
    const parts = partWeight === 0 ? 1 : (1 + partWeight) ** PART_EXPONENT
    const spread = sentences === 1 ? ONE_SENTENCE : (1 + sentences) ** SPREAD_EXPONENT
    const evidence = (1 + wholeWeight) * parts * spread
    const sized = candidate.words.length === 1 ? evidence ** WORD_EXPONENT * singleWord : evidence
    const position = (1 + first / beginning) ** -POSITION_EXPONENT
    return { candidate, value: sized * position * shape(candidate) * words(candidate, source) }
  })
}

/** Between a half and two, so that a page of links or of slogans does not decide it alone. */
function habitOfSingleWords(candidates: Candidate[]): number {
  let single = 1
  let longer = 1
  for (const { words, wholes } of candidates) {
    if (words.length === 1) single += wholes
    else longer += wholes
  }
  return Math.min(2, Math.max(0.5, Math.sqrt(single / longer)))
}

function shape(candidate: Candidate): number {
  let factor = 1
  if (candidate.wholes === 0) {
    factor *= candidate.count > candidate.countOfLonger ? NEVER_ALONE_BUT_IN_SEVERAL : NEVER_ALONE
    if (candidate.isInOpening) factor *= PART_OF_OPENING
    if (candidate.isCutShort && candidate.words.length > 1) factor *= CUT_SHORT
  }
  if (candidate.startsWithGerund) factor *= GERUND_BEFORE_OBJECT
  if (candidate.endsWithGerund) factor *= NAME_OF_ACTIVITY
  return candidate.endsLightly ? factor * LIGHT_END : factor
}

function words({ isName, words }: Candidate, { knowsNouns }: Source): number {
  let rare = 0
  if (knowsNouns) for (const { spelling } of words) if (spelling.isRare) rare++
  return (isName ? PROPER_NAME : 1) * (1 + RARITY * (rare / words.length))
}
