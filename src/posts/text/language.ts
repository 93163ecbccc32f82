/** Of languages with long words: the commonest words, most of which the others lack. */
const COMMON_WORDS = {
  en: 'the of and to is in that it a for with you are not',
  de: 'und der die das nicht ist ein eine einen mit auf für sich dem den von zu wie sie wer',
  nl: 'het een van niet zijn voor met dat op wordt ook bij je dan',
  sv: 'och att är inte som för med ett av den till på ska från',
  da: 'og at er ikke det til af der den på med hvad skal også',
  nb: 'og å er ikke det til av som den på med hva skal også',
  fi: 'ja ei että ovat kun tai myös mutta voi niin joka jos ole sen kuin',
}

const LANGUAGES = Object.entries(COMMON_WORDS).map(([tag, words]) => ({
  tag,
  words: new Set(words.split(' ')),
}))
const SAMPLE_CHARACTERS = 2_000
/** Share of the common words: about a third in their own language, under a tenth in others. */
const SHARE_MIN = 0.12

/** The language of a post if its words break by other rules than those of English, else 'en', that of the page. */
export function languageOf(...texts: string[]): string {
  const words =
    texts
      .join('\n')
      .slice(0, SAMPLE_CHARACTERS)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  if (shareOf(words, (word) => /\p{Script=Hangul}/u.test(word)) > 0.5) return 'ko'
  let best = { tag: 'en', share: SHARE_MIN }
  for (const { tag, words: common } of LANGUAGES) {
    const share = shareOf(words, (word) => common.has(word))
    if (share > best.share) best = { tag, share }
  }
  return best.tag
}

const shareOf = (words: readonly string[], isCounted: (word: string) => boolean) =>
  words.filter(isCounted).length / Math.max(1, words.length)
