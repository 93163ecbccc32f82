import lexicon from 'wink-lexicon/src/lexicon.js'
import { LIGHT_MODIFIERS, LIGHT_NOUNS } from './light-words.ts'

export type Role = 'noun' | 'modifier' | 'gerund' | 'verbal gerund' | 'none'

/** A bit set of Penn Treebank tags. Irrelevant tags are 0. */
type Tags = number

export type EnglishWord = {
  tag: Tags
  tagOfName: Tags
  canBe: Tags
  noun: Tags
  isInLexicon: boolean
}

export const NO_ENGLISH_WORD: EnglishWord = { tag: 0, tagOfName: 0, canBe: 0, noun: 0, isInLexicon: false }

type Tagged = {
  isCapitalized: boolean
  spelling: {
    isStopWord: boolean
    isAcronym: boolean
    hasCapitals: boolean
    lower: string
    english: EnglishWord
  }
}

const TAG_NAMES =
  `CD DT IN JJ JJR MD NN NNP NNPS NNS POS PRP PRP$ RB TO VB VBD VBG VBN VBP VBZ WDT WP VERBAL`.split(' ')
const TAG_BITS = new Map(TAG_NAMES.map((name, at) => [name, 1 << at]))
const tagsOf = (names: string[]): Tags => names.reduce((all, name) => all | (TAG_BITS.get(name) ?? 0), 0)
const tags = (names: string): Tags => tagsOf(names.split(' '))

// A Map, so that 'constructor' doesn't find Object.prototype.
const LEXICON = new Map(Object.entries(lexicon))

export const isEveryday = (word: string) =>
  LEXICON.has(word) ||
  (word.endsWith('s') &&
    (LEXICON.has(word.slice(0, -1)) ||
      LEXICON.has(word.replace(/es$/, '')) ||
      LEXICON.has(word.replace(/ies$/, 'y'))))

export const isLightNoun = (word: string) => LIGHT_NOUNS.has(word)

export const isLightModifier = (word: string) => LIGHT_MODIFIERS.has(word)

/** For words that aren't in the lexicon. The first match wins. Source: E. Brill's tagger (1992). */
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

export function lookUpEnglish(lower: string): EnglishWord {
  const known = LEXICON.get(lower)
  if (known === undefined) return tagUnknownWord(lower)
  const noun = TAG_BITS.get(known.find((name) => NOUNS & (TAG_BITS.get(name) ?? 0)) ?? '') ?? 0
  // The lexicon tags some nouns as a foreign word first: 'pro'.
  const tag = known[0] === 'FW' ? noun : (TAG_BITS.get(known[0] ?? '') ?? 0)
  // In 'North America', 'North' isn't an adverb.
  const tagOfName = tag === RB && noun !== 0 ? noun : tag
  return { tag, tagOfName, canBe: tagsOf(known), noun, isInLexicon: true }
}

function tagUnknownWord(lower: string): EnglishWord {
  const compound = lower.includes('-') ? COMPOUND_ENDINGS : null
  const isNumber = /^\p{N}/u.test(lower)
  const number = isNumber && (/\p{L}/u.test(lower) && !isMeasure(lower) ? 'NN' : 'CD')
  const byEnding = (compound ?? ENDINGS).find(([ending]) => ending.test(lower))?.[1] ?? 'NN'
  const tag = number || byEnding
  const tagOfName = number || (compound ? byEnding : 'NNP')
  return { tag: tags(tag), tagOfName: tags(tagOfName), canBe: 0, noun: 0, isInLexicon: false }
}

/** Matches times and sizes, such as 9.10am or 48m, but not standards, such as 802.11g or 4g. */
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
const VERBAL = tags('VERBAL')

// After Brill's tagger: each word starts with its most frequent tag, which its neighbors then correct: 'use' is a verb
// in 'to use' and a noun in 'the use'. Headings are read as noun phrases.
export function englishRoles(words: Tagged[], isHeading: boolean): Role[] {
  const found = words.map((word, at) => {
    const { isCapitalized, spelling } = word
    if (spelling.isStopWord && isAcronym(word)) return NNP
    const isName = isCapitalized || (spelling.english.tag === RB && isCapitalizedName(word, words[at + 1]))
    return isName ? spelling.english.tagOfName : spelling.english.tag
  })
  let before = found[0] ?? 0
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
    before = correctTag(found[at] ?? 0, word, before, found[at + 1] ?? 0, isBeforeOf, isHeading)
    found[at] = before
  }
  return words.map((word, at) => {
    // Acronyms that look like stop words: IT, WHO.
    if (word.spelling.isStopWord) return isAcronym(word) ? 'noun' : 'none'
    return roleOf(found[at] ?? 0)
  })
}

const PRONOUNS = new Set(['i', 'we', 'they', 'you', 'he', 'she'])
const HAVE = new Set(['have', 'has', 'had'])

/** Returns the verb tag implied by earlier words ('you need', 'have left'), or 0. */
function verbAfter(word: string, { tag, canBe }: EnglishWord, twoBefore: Tags): Tags {
  if (PRONOUNS.has(word) && canBe & ANY_VERB && !(twoBefore & ANY_VERB)) return VBP
  return HAVE.has(word) && tag & PAST ? VBD : 0
}

/** Matches capitalized adverbs that start a name: South Sudan. */
const isCapitalizedName = (word: Tagged, next: Tagged | undefined) =>
  word.spelling.hasCapitals && next?.spelling.hasCapitals

/** Matches versions, such as Windows 11, but not years or 'Figure 2'. */
const isNumberOfName = (name: Tagged | undefined, number: Tagged | undefined, tag: Tags) =>
  name !== undefined &&
  (tag & NOUNS) !== 0 &&
  name.spelling.hasCapitals &&
  !isLightNoun(name.spelling.lower) &&
  /^\d{1,3}$/.test(number?.spelling.lower ?? '')

const isAcronym = ({ isCapitalized, spelling }: Tagged) => isCapitalized && spelling.isAcronym

function correctTag(
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
  // In 'the semantic portal is', 'portal' ends like an adjective but must be the noun.
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
