import { franc } from 'franc-min'
import * as stopword from 'stopword'
import type { TextDocument } from './document.ts'
import { EXTRA_STOP_WORDS } from './light-words.ts'

export type Language = {
  /** ISO 639-3, as the kept lists are named. */
  code: string
  stopWords: ReadonlySet<string>
  /** Its words are not divided by spaces. */
  isUnspaced: boolean
}

// The package exports functions beside its lists.
const STOP_WORD_LISTS = new Map(Object.entries(stopword).filter(([, list]) => Array.isArray(list)))

const UNSPACED = new Set(['zho', 'jpn', 'tha', 'mya', 'lao', 'khm'])
/** Other names of the languages that have lists: of two letters, and those that the guess uses. */
const OTHER_NAMES = new Map(
  `
  ar:ara bn:ben bg:bul ca:cat cs:ces da:dan de:deu el:ell en:eng es:spa et:est eu:eus fa:fas fi:fin fr:fra
  gl:glg gu:guj he:heb hi:hin hr:hrv hu:hun hy:hye id:ind it:ita ja:jpn ko:kor lt:lit lv:lav mr:mar ms:msa
  my:mya nb:nob nl:nld nn:nob no:nob pl:pol pt:por ro:ron ru:rus sk:slk sl:slv sv:swe sw:swa th:tha tr:tur
  uk:ukr ur:urd vi:vie zh:zho yo:yor cmn:zho pes:fas prs:fas swh:swa arb:ara zlm:msa bos:hrv srp:hrv
  lo:lao km:khm af:afr ga:gle eo:epo so:som zu:zul ku:kur tl:tgl br:bre la:lat`
    .trim()
    .split(/\s+/)
    .map((pair): [string, string] => [pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1)]),
)
// More text makes the guess slower and no surer.
const GUESSED_FROM_CHARACTERS = 1000
const SHORT_TEXT_WORDS = 60
/** Of all words; a third to a half of English text are function words, of its neighbours' text not a sixth. */
const SURELY_ENGLISH = 0.25

/** The language that the page tells, or else that its text looks like; English when neither leads to one. */
export function languageOf(document: TextDocument): Language {
  const told = document.language?.toLowerCase().split(/[-_]/)[0]?.trim()
  const code = (told && known(told)) || guessed(document)
  return { code, stopWords: stopWordsOf(code), isUnspaced: UNSPACED.has(code) }
}

function known(name: string): string | undefined {
  const code = OTHER_NAMES.get(name) ?? name
  return UNSPACED.has(code) || stopWordList(code).length > 0 ? code : undefined
}

function guessed(document: TextDocument): string {
  let text = ''
  for (const block of document.blocks) {
    if (text.length >= GUESSED_FROM_CHARACTERS) break
    if (block.place !== 'url') text += `${block.text.slice(0, GUESSED_FROM_CHARACTERS)}\n`
  }
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jpn'
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  const votes = (language: string) => words.filter((word) => stopWordsOf(language).has(word)).length
  if (votes('eng') > words.length * SURELY_ENGLISH) return 'eng'
  const code = known(franc(text)) ?? 'eng'
  // Letter statistics err on a headline or two; there the function words decide.
  const isDoubtful = words.length < SHORT_TEXT_WORDS && /^[\p{ASCII}\p{P}\p{S}\s]*$/u.test(text)
  return isDoubtful && votes('eng') >= votes(code) ? 'eng' : code
}

const stopWordSets = new Map<string, ReadonlySet<string>>()

function stopWordsOf(code: string): ReadonlySet<string> {
  const made = stopWordSets.get(code)
  if (made !== undefined) return made
  const words = new Set(stopWordList(code).map((word) => word.toLowerCase()))
  if (code === 'eng') for (const word of EXTRA_STOP_WORDS) words.add(word)
  if (code === 'por') for (const word of stopWordList('porBr')) words.add(word)
  stopWordSets.set(code, words)
  return words
}

function stopWordList(code: string): string[] {
  return STOP_WORD_LISTS.get(code) ?? []
}
