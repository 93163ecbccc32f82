import type { Language } from './languages.ts'

/** Each loads when called: the EFF's long list, and those of BIP 39. */
const LISTS: Record<Language, () => Promise<readonly string[]>> = {
  en: async () => (await import('@zxcvbn-ts/language-common/src/diceware.json')).default,
  'zh-Hans': async () => (await import('@scure/bip39/wordlists/simplified-chinese.js')).wordlist,
  'zh-Hant': async () => (await import('@scure/bip39/wordlists/traditional-chinese.js')).wordlist,
  cs: async () => (await import('@scure/bip39/wordlists/czech.js')).wordlist,
  fr: async () => (await import('@scure/bip39/wordlists/french.js')).wordlist,
  it: async () => (await import('@scure/bip39/wordlists/italian.js')).wordlist,
  ja: async () => (await import('@scure/bip39/wordlists/japanese.js')).wordlist,
  ko: async () => (await import('@scure/bip39/wordlists/korean.js')).wordlist,
  pt: async () => (await import('@scure/bip39/wordlists/portuguese.js')).wordlist,
  es: async () => (await import('@scure/bip39/wordlists/spanish.js')).wordlist,
}

/** In NFC, as keyboards type them: some lists are in NFKD, where é is two characters. */
export async function loadWords(language: Language): Promise<readonly string[]> {
  const words = await LISTS[language]()
  return words.map((word) => word.normalize('NFC'))
}
