import lexicon from 'wink-lexicon/src/lexicon.js'
import { LIGHT_MODIFIERS, LIGHT_NOUNS } from './light-words.ts'

/** What a word can be in a phrase: its noun, what stands before the noun, an -ing form, or nothing in a phrase. */
export type Role = 'noun' | 'modifier' | 'gerund' | 'verbal gerund' | 'none'

/** A part of speech (Penn Treebank) or several, each a bit; none for those that decide nothing here. */
type Tags = number

/** What a word is by the lexicon, or else by its ending. */
export type EnglishWord = {
  /** Mostly; where it has a capital, mostly. */
  tag: Tags
  tagOfName: Tags
  /** By the lexicon. */
  canBe: Tags
  /** The most frequent of these that is a noun. */
  noun: Tags
  isInLexicon: boolean
}

/** Stands for the words of other languages. */
export const NO_ENGLISH_WORD: EnglishWord = { tag: 0, tagOfName: 0, canBe: 0, noun: 0, isInLexicon: false }

type Tagged = {
  isCapitalised: boolean
  spelling: {
    isStopWord: boolean
    isAcronym: boolean
    hasCapitals: boolean
    lower: string
    english: EnglishWord
  }
}

const NAMES =
  `CD DT IN JJ JJR MD NN NNP NNPS NNS POS PRP PRP$ RB TO VB VBD VBG VBN VBP VBZ WDT WP VERBAL`.split(' ')
const BITS = new Map(NAMES.map((name, at) => [name, 1 << at]))
const tagsOf = (names: string[]): Tags => names.reduce((all, name) => all | (BITS.get(name) ?? 0), 0)
const tags = (names: string): Tags => tagsOf(names.split(' '))

// As a Map, because words like 'constructor' must not reach the prototype of an object.
const TAGS = new Map(Object.entries(lexicon))

/** Whether a word, or its singular, is in a lexicon of some 13,000 everyday English words. */
export const isEveryday = (word: string) =>
  TAGS.has(word) ||
  (word.endsWith('s') &&
    (TAGS.has(word.slice(0, -1)) || TAGS.has(word.replace(/es$/, '')) || TAGS.has(word.replace(/ies$/, 'y'))))

export const isLightNoun = (word: string) => LIGHT_NOUNS.has(word)

export const isLightModifier = (word: string) => LIGHT_MODIFIERS.has(word)

/** Endings of words that the lexicon does not know, the first that fits decides. Source: E. Brill's tagger (1992). */
const ENDINGS: [RegExp, string][] = [
  [/(?:n['’]t|['’](?:ll|d))$/, 'MD'],
  [/(omaly|family|assembly|opoly|reply|supply)$/, 'NN'],
  [/[^iou]ly$/, 'RB'],
  [/ment$/, 'NN'],
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

export function englishWordOf(lower: string): EnglishWord {
  const known = TAGS.get(lower)
  if (known === undefined) return unknownWordOf(lower)
  const noun = BITS.get(known.find((name) => NOUNS & (BITS.get(name) ?? 0)) ?? '') ?? 0
  // Pro: a word that the lexicon takes for a foreign one, and then for a noun.
  const tag = known[0] === 'FW' ? noun : (BITS.get(known[0] ?? '') ?? 0)
  // North America is no direction.
  const tagOfName = tag === RB && noun !== 0 ? noun : tag
  return { tag, tagOfName, canBe: tagsOf(known), noun, isInLexicon: true }
}

function unknownWordOf(lower: string): EnglishWord {
  const compound = lower.includes('-') ? COMPOUND_ENDINGS : null
  const isNumber = /^\p{N}/u.test(lower)
  const number = isNumber && (/\p{L}/u.test(lower) && !isMeasure(lower) ? 'NN' : 'CD')
  const byEnding = (compound ?? ENDINGS).find(([ending]) => ending.test(lower))?.[1] ?? 'NN'
  const tag = number || byEnding
  const tagOfName = number || (compound ? byEnding : 'NNP')
  return { tag: tags(tag), tagOfName: tags(tagOfName), canBe: 0, noun: 0, isInLexicon: false }
}

/** A time or a size: 9.10am, 48m. No standard, such as 802.11g, and no 4g. */
export const isMeasure = (word: string) => MEASURE.test(word)

const MEASURE =
  /^\p{N}+(?:[.,:]\p{N}+)*(?:am|pm|hrs?|mins?|ms|kg|mg|ml|cl|cm|mm|km|mph|kmh|kwh?|px)$|^\p{N}{2,4}[hsglmwv]$/u

const NOUNS = tags('NN NNS NNP NNPS')
const MODIFIERS = tags('JJ JJR VBN')
const BEFORE_A_VERB = tags('TO MD')
const BEFORE_A_NOUN = tags('DT JJ PRP$ POS IN CD')
const SUBJECTS = tags('NNS PRP WDT WP')
const SINGULAR_SUBJECTS = tags('NN NNP')
const IN_A_PHRASE = tags('DT PRP$ POS JJ JJR VBN VBG CD NN NNS NNP NNPS')
const BEFORE_A_PAST = tags('NN NNS NNP PRP WDT RB')
const AFTER_A_PAST = tags('DT PRP TO IN')
const OBJECT_STARTS = tags('DT PRP$ TO RB')
const DETERMINERS = tags('DT PRP$')
const FINITE_PRESENT = tags('VB VBP VBZ')
/** No verb of a singular noun: a garden shed is a noun, whatever sheds may do. */
const BARE_VERB = tags('VB VBP')
const FINITE_VERB = tags('MD VBP VBZ')
const ANY_VERB = tags('VB VBD VBG VBP VBZ')
const PAST = tags('VBN VBD')
const [IN, JJ, NN] = [tags('IN'), tags('JJ'), tags('NN')]
const [NNP, NNS, RB] = [tags('NNP'), tags('NNS'), tags('RB')]
const [VB, VBD, VBG, VBN, VBP, VBZ] = [
  tags('VB'),
  tags('VBD'),
  tags('VBG'),
  tags('VBN'),
  tags('VBP'),
  tags('VBZ'),
]
/** An -ing form that is a verb. */
const VERBAL = tags('VERBAL')

/**
 * The roles of the words between two marks of punctuation. Every word first gets its most frequent part of speech, by the
 * lexicon or by its ending; then its neighbours correct it, in the manner of Brill's tagger: 'to use' and 'users access
 * the …' are verbs, 'the use' is a noun, 'data containing …' is a clause and not a compound. Headings are noun phrases
 * rather than sentences.
 */
export function englishRoles(words: Tagged[], isHeading: boolean): Role[] {
  const found = words.map((word, at) => {
    const { isCapitalised, spelling } = word
    if (spelling.isStopWord && isAcronym(word)) return NNP
    const isName = isCapitalised || (spelling.english.tag === RB && areCapitals(word, words[at + 1]))
    return isName ? spelling.english.tagOfName : spelling.english.tag
  })
  let before = found[0] ?? 0
  // Sheds for sale; in a sentence its first word is no such form.
  if (isHeading && before === VBZ) found[0] = before = words[0]?.spelling.english.noun || before
  for (let at = 1; at < words.length; at++) {
    const word = words[at]?.spelling.english
    if (word === undefined) continue
    if (isNumberOfName(words[at - 1], words[at], before)) found[at] = NN
    const verb = verbAfter(words[at - 1]?.spelling.lower ?? '', word, found[at - 2] ?? 0)
    if (verb !== 0) {
      found[at] = before = verb
      continue
    }
    const isBeforeOf = words[at + 1]?.spelling.lower === 'of'
    before = corrected(found[at] ?? 0, word, before, found[at + 1] ?? 0, isBeforeOf, isHeading)
    found[at] = before
  }
  return words.map((word, at) => {
    // IT and WHO, where other words have no such capitals, are names.
    if (word.spelling.isStopWord) return isAcronym(word) ? 'noun' : 'none'
    return roleOf(found[at] ?? 0)
  })
}

const PERSONS = new Set(['i', 'we', 'they', 'you', 'he', 'she'])
const HAVE = new Set(['have', 'has', 'had'])

/** You need permission, have left millions: the verb that a word is behind some others, or 0. */
function verbAfter(word: string, { tag, canBe }: EnglishWord, beforeIt: Tags): Tags {
  // In 'gives you time' they are what another verb is about.
  if (PERSONS.has(word) && canBe & ANY_VERB && !(beforeIt & ANY_VERB)) return VBP
  return HAVE.has(word) && tag & PAST ? VBD : 0
}

/** Where the first word of a sentence is no adverb: South Sudan. */
const areCapitals = (word: Tagged, next: Tagged | undefined) =>
  word.spelling.hasCapitals && next?.spelling.hasCapitals

/** Windows 11: a version. No year, and no 'Figure 2'. */
const isNumberOfName = (name: Tagged | undefined, number: Tagged | undefined, tag: Tags) =>
  name !== undefined &&
  (tag & NOUNS) !== 0 &&
  name.spelling.hasCapitals &&
  !isLightNoun(name.spelling.lower) &&
  /^\d{1,3}$/.test(number?.spelling.lower ?? '')

const isAcronym = ({ isCapitalised, spelling }: Tagged) => isCapitalised && spelling.isAcronym

function corrected(
  tag: Tags,
  { canBe, noun, isInLexicon }: EnglishWord,
  before: Tags,
  after: Tags,
  isBeforeOf: boolean,
  isHeading: boolean,
): Tags {
  if (before & BEFORE_A_VERB && canBe & VB) return VB
  if (before & BEFORE_A_NOUN && tag & FINITE_PRESENT) return noun === 0 ? VB : noun
  const takesObject = after & OBJECT_STARTS || (after === IN && !isBeforeOf)
  if (before & SUBJECTS && tag === NN && canBe & VB && takesObject) return VBP
  if (before & SINGULAR_SUBJECTS && tag === NNS && canBe & VBZ && after & OBJECT_STARTS) return VBZ
  if (before & SINGULAR_SUBJECTS && noun !== 0) {
    if (tag & BARE_VERB && !(after & OBJECT_STARTS)) return noun
    if (tag === VBZ && (after & FINITE_VERB || (isHeading && !(after & OBJECT_STARTS)))) return noun
  }
  if (before & BEFORE_A_PAST && tag & PAST && after & AFTER_A_PAST) return VBD
  if (before === NNS && tag === VBN) return VBD
  // The semantic portal is: an ending alone makes no adjective where the noun would be missing.
  if (!isInLexicon && tag === JJ && before & IN_A_PHRASE && !(after & IN_A_PHRASE)) return NN
  if (tag === VBG && (before === NNS || after & DETERMINERS)) return VERBAL
  return tag
}

function roleOf(tag: Tags): Role {
  if (tag & NOUNS) return 'noun'
  if (tag & MODIFIERS) return 'modifier'
  if (tag === VBG) return 'gerund'
  return tag === VERBAL ? 'verbal gerund' : 'none'
}
