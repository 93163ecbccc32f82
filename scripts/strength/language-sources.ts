import { allLocales } from '@faker-js/faker'
import { wordlist as czech } from '@scure/bip39/wordlists/czech.js'
import { wordlist as french } from '@scure/bip39/wordlists/french.js'
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js'
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js'
import { wordlist as korean } from '@scure/bip39/wordlists/korean.js'
import { wordlist as portuguese } from '@scure/bip39/wordlists/portuguese.js'
import { wordlist as simplifiedChinese } from '@scure/bip39/wordlists/simplified-chinese.js'
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js'
import { wordlist as traditionalChinese } from '@scure/bip39/wordlists/traditional-chinese.js'
import * as arabicPack from '@zxcvbn-ts/language-ar'
import * as czechPack from '@zxcvbn-ts/language-cs'
import * as germanPack from '@zxcvbn-ts/language-de'
import * as spanishPack from '@zxcvbn-ts/language-es-es'
import * as finnishPack from '@zxcvbn-ts/language-fi'
import * as frenchPack from '@zxcvbn-ts/language-fr'
import * as indonesianPack from '@zxcvbn-ts/language-id'
import * as italianPack from '@zxcvbn-ts/language-it'
import * as japanesePack from '@zxcvbn-ts/language-ja'
import * as dutchPack from '@zxcvbn-ts/language-nl-be'
import * as polishPack from '@zxcvbn-ts/language-pl'
import * as portuguesePack from '@zxcvbn-ts/language-pt-br'
import stopWords from 'stopwords-iso/stopwords-iso.json'
import * as z from 'zod/mini'

/** Most used first. `phrases` as people write them; `names` and `seeds` in no order. */
export type LanguageSources = {
  everyday: string[]
  words: string[][]
  names: string[]
  phrases: string[]
  /** Words that people draw; BIP 39's. */
  seeds: string[]
}

type Source = {
  pack?: unknown
  people?: string[]
  seeds?: string[] /** Where other packages have another code. */
  code?: string
}

/** By code of the language in CLDR; `people` are Faker's locales, in order. */
const SOURCES: Record<string, Source> = {
  en: {},
  de: { pack: germanPack, people: ['de', 'de_AT'] },
  es: { pack: spanishPack, people: ['es', 'es_MX'], seeds: spanish },
  fr: { pack: frenchPack, people: ['fr'], seeds: french },
  it: { pack: italianPack, people: ['it'], seeds: italian },
  pt: { pack: portuguesePack, people: ['pt_BR', 'pt_PT'], seeds: portuguese },
  nl: { pack: dutchPack, people: ['nl', 'nl_BE'] },
  sv: { people: ['sv'] },
  da: { people: ['da'] },
  nb: { people: ['nb_NO'], code: 'no' },
  fi: { pack: finnishPack, people: ['fi'] },
  pl: { pack: polishPack, people: ['pl'] },
  cs: { pack: czechPack, people: ['cs_CZ'], seeds: czech },
  sk: { people: ['sk'] },
  hu: { people: ['hu'] },
  ro: { people: ['ro', 'ro_MD'] },
  hr: { people: ['hr', 'sr_RS_latin'] },
  sl: { people: ['sl_SI'] },
  lv: { people: ['lv'] },
  tr: { people: ['tr'] },
  vi: { people: ['vi'] },
  id: { pack: indonesianPack, people: ['id_ID'] },
  ru: { people: ['ru'] },
  uk: { people: ['uk'] },
  bg: {},
  mk: { people: ['mk'] },
  sr: {},
  el: { people: ['el'] },
  he: { people: ['he'] },
  ar: { pack: arabicPack, people: ['ar'] },
  fa: { people: ['fa'] },
  ur: { people: ['ur'] },
  hi: { people: ['ne', 'en_IN'] },
  bn: {},
  ta: {},
  th: { people: ['th'] },
  ko: { people: ['ko'], seeds: korean },
  ja: { pack: japanesePack, people: ['ja'], seeds: japanese },
  zh: { people: ['zh_CN', 'zh_TW'], seeds: [...simplifiedChinese, ...traditionalChinese] },
  hy: { people: ['hy'] },
  ka: { people: ['ka_GE'] },
}

const EVERYDAY = new URL('./everyday-words.tsv', import.meta.url)

export async function readLanguages(): Promise<Map<string, LanguageSources>> {
  const lines = (await Bun.file(EVERYDAY).text()).trim().split('\n')
  const languages = new Map<string, LanguageSources>()
  for (const [code = '', words = '', phrases = ''] of lines.map((line) => line.split('\t'))) {
    const source = SOURCES[code]
    if (!source) throw new Error(`There are no sources for ${code}`)
    const pack = Pack.parse(source.pack ?? {}).dictionary
    const inPack = (kind: RegExp) =>
      Object.keys(pack)
        .filter((name) => kind.test(name))
        .flatMap((name) => pack[name] ?? [])
    const people = (source.people ?? []).flatMap(peopleIn)
    languages.set(code, {
      everyday: words.split(' '),
      // The file of words has the common English ones.
      words:
        code === 'en'
          ? []
          : [
              inPack(/^commonWords/),
              await annotations(source.code ?? code),
              source.seeds ?? [],
              StopWords.parse(stopWords)[source.code ?? code] ?? [],
            ],
      // Single characters cost as much in no list.
      seeds: (source.seeds ?? []).filter((word) => word.length > 1),
      names: [...inPack(/^(?:first|last)?names/), ...people],
      phrases: phrases.split(';').concat(code === 'en' ? titles() : []),
    })
  }
  return languages
}

const Words = z.array(z.string())
const Pack = z.object({ dictionary: z._default(z.record(z.string(), Words), {}) })
const StopWords = z.record(z.string(), Words)

const Annotations = z.object({
  annotations: z.object({
    annotations: z.record(z.string(), z.object({ default: z._default(Words, []) })),
  }),
})

/** The words that describe emoji and signs, those of most emoji first. */
async function annotations(language: string): Promise<string[]> {
  const path = `cldr-annotations-full/annotations/${language}/annotations.json`
  const file = Annotations.parse(await Bun.file(Bun.resolveSync(path, import.meta.dir)).json())
  const counts = new Map<string, number>()
  for (const { default: keywords } of Object.values(file.annotations.annotations))
    for (const word of keywords.flatMap((keyword) => keyword.split(/[\s\p{P}]+/u)))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word)
}

/** By sex; some with weights. */
const People = z.record(
  z.string(),
  z.array(
    z.union([
      z.string(),
      z.pipe(
        z.object({ value: z.string() }),
        z.transform(({ value }) => value),
      ),
    ]),
  ),
)
const Locales = z.record(
  z.string(),
  z.object({
    person: z.optional(z.partial(z.object({ first_name: People, last_name: People }))),
    music: z.optional(z.object({ song_name: z.optional(Words) })),
    book: z.optional(z.object({ title: z.optional(Words) })),
  }),
)
const LOCALES = Locales.parse(allLocales)

function peopleIn(locale: string): string[] {
  const { first_name = {}, last_name = {} } = LOCALES[locale]?.person ?? {}
  return [first_name, last_name].flatMap((lists) => Object.values(lists).flat())
}

function titles(): string[] {
  const { music, book } = LOCALES.en ?? {}
  return [...(book?.title ?? []), ...(music?.song_name ?? [])].filter((title) => title.includes(' '))
}
