import lexicon from 'wink-lexicon/src/lexicon.js'
import { LIGHT_MODIFIERS, LIGHT_NOUNS } from './light-words.ts'

/** What a word can be in a phrase: its noun, what stands before the noun, an -ing form, or nothing in a phrase. */
export type Role = 'noun' | 'modifier' | 'gerund' | 'verbal gerund' | 'none'

/** What the lexicon knows of a word, its most frequent part of speech first; or else what its ending tells of it. */
export type EnglishWord = {
  tags: string[] | undefined
  unknown: { asWord: string; asName: string }
}

type Tagged = {
  isCapitalised: boolean
  spelling: { isStopWord: boolean; lower: string; english: EnglishWord }
}

// As a Map, because words like 'constructor' must not reach the prototype of an object.
const TAGS = new Map(Object.entries(lexicon))

const singulars = (word: string) => [
  word.replace(/ies$/, 'y'),
  word.replace(/es$/, ''),
  word.replace(/s$/, ''),
]

/** Whether a word, or its singular, is in a lexicon of some 13,000 everyday English words. */
export const isEveryday = (word: string) => TAGS.has(word) || singulars(word).some((form) => TAGS.has(form))

export const isLightNoun = (word: string) => LIGHT_NOUNS.has(word)

export const isLightModifier = (word: string) => LIGHT_MODIFIERS.has(word)

/** Endings of words that the lexicon does not know, the first that fits decides. Source: E. Brill's tagger (1992). */
const ENDINGS: [RegExp, string][] = [
  [/(omaly|family|assembly|opoly|reply|supply)$/, 'NN'],
  [/[^iou]ly$/, 'RB'],
  [/ing$/, 'VBG'],
  [/ed$/, 'VBN'],
  [/(able|ible|al|ive|ous|ic|ful|less|ary|ant|ent|ian|ese|oid)$/, 'JJ'],
  [/(i[sz]es?|ify|ifies)$/, 'VB'],
  [/[^s]s$/, 'NNS'],
]
const COMPOUND_ENDINGS: [RegExp, string][] = [
  [/ing$/, 'VBG'],
  [/(ed|al|ive|ic|ous|able|ary|free|order|dimensional|level|scale|time)$/, 'JJ'],
]

export const englishWordOf = (lower: string): EnglishWord => ({
  tags: TAGS.get(lower),
  unknown: { asWord: unknownTag(lower, false), asName: unknownTag(lower, true) },
})

function unknownTag(lower: string, isName: boolean): string {
  if (/^\p{N}/u.test(lower)) return /\p{L}/u.test(lower) ? 'NN' : 'CD'
  if (lower.includes('-')) return COMPOUND_ENDINGS.find(([ending]) => ending.test(lower))?.[1] ?? 'NN'
  if (isName) return 'NNP'
  return ENDINGS.find(([ending]) => ending.test(lower))?.[1] ?? 'NN'
}

const tags = (names: string): ReadonlySet<string | undefined> => new Set(names.split(' '))
const NOUNS = tags('NN NNS NNP NNPS')
const MODIFIERS = tags('JJ JJR VBN')
const BEFORE_A_VERB = tags('TO MD')
const BEFORE_A_NOUN = tags('DT JJ PRP$ POS IN CD')
const SUBJECTS = tags('NNS PRP WDT WP')
const SINGULAR_SUBJECTS = tags('NN NNP')
const BEFORE_A_PAST = tags('NN NNS NNP PRP WDT RB')
const AFTER_A_PAST = tags('DT PRP TO IN')
const OBJECT_STARTS = tags('DT PRP$ TO RB')
const DETERMINERS = tags('DT PRP$')
const FINITE_PRESENT = tags('VB VBP VBZ')
const PAST = tags('VBN VBD')

/**
 * The roles of the words between two marks of punctuation. Every word first gets its most frequent part of speech, by the
 * lexicon or by its ending; then its neighbours correct it, in the manner of Brill's tagger: 'to use' and 'users access
 * the …' are verbs, 'the use' is a noun, 'data containing …' is a clause and not a compound.
 */
export function englishRoles(words: Tagged[]): Role[] {
  const found = words.map(({ isCapitalised, spelling: { english } }) => {
    const { tags, unknown } = english
    return tags?.[0] ?? (isCapitalised ? unknown.asName : unknown.asWord)
  })
  for (let at = 1; at < words.length; at++) {
    const tag = found[at]
    const can = words[at]?.spelling.english.tags
    if (tag === undefined) continue
    const isBeforeOf = words[at + 1]?.spelling.lower === 'of'
    found[at] = corrected(tag, can, found[at - 1], found[at + 1], isBeforeOf)
  }
  return words.map(({ spelling }, at) => (spelling.isStopWord ? 'none' : roleOf(found[at])))
}

function corrected(
  tag: string,
  can: string[] | undefined,
  before: string | undefined,
  after: string | undefined,
  isBeforeOf: boolean,
): string {
  if (BEFORE_A_VERB.has(before) && can?.includes('VB')) return 'VB'
  if (BEFORE_A_NOUN.has(before) && FINITE_PRESENT.has(tag))
    return can?.find((other) => NOUNS.has(other)) ?? 'VB'
  const takesObject = OBJECT_STARTS.has(after) || (after === 'IN' && !isBeforeOf)
  if (SUBJECTS.has(before) && tag === 'NN' && can?.includes('VB') && takesObject) return 'VBP'
  if (SINGULAR_SUBJECTS.has(before) && tag === 'NNS' && can?.includes('VBZ') && OBJECT_STARTS.has(after))
    return 'VBZ'
  if (BEFORE_A_PAST.has(before) && PAST.has(tag) && AFTER_A_PAST.has(after)) return 'VBD'
  if (before === 'NNS' && tag === 'VBN') return 'VBD'
  if (tag === 'VBG' && (before === 'NNS' || DETERMINERS.has(after))) return 'verbal'
  return tag
}

function roleOf(tag: string | undefined): Role {
  if (NOUNS.has(tag)) return 'noun'
  if (MODIFIERS.has(tag)) return 'modifier'
  if (tag === 'VBG') return 'gerund'
  return tag === 'verbal' ? 'verbal gerund' : 'none'
}
