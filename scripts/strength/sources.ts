import { wordlist as seeds } from '@scure/bip39/wordlists/english.js'
import { dictionary } from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'
import * as z from 'zod/mini'
import frequencyLists from 'zxcvbn/lib/frequency_lists.js'

const Words = z.array(z.string())

const Common = z.object({ 'passwords-common': Words, 'diceware-common': Words })
const FrequencyLists = z.object({
  female_names: Words,
  male_names: Words,
  surnames: Words,
})

/** Complete, unlike zxcvbn's, which leave out what its other lists contain. */
const English = z.object({ 'wikipedia-en': Words, 'commonWords-en': Words })

const COMMON_PASSWORDS = new URL('../../src/domain/passwords/lists/common-passwords.txt', import.meta.url)

const PUBLISHED_SAMPLES = new URL('./published-samples.txt', import.meta.url)

/** Most used first; all under permissive licenses. */
export async function readSources() {
  const common = Common.parse(dictionary)
  const words = English.parse(english.dictionary)
  const lists = FrequencyLists.parse(frequencyLists)
  return {
    /** By frequency in leaks. */
    breached: (await Bun.file(COMMON_PASSWORDS).text()).trim().split('\n'),
    /** By number of users. */
    chosen: common['passwords-common'],
    passphraseWords: common['diceware-common'],
    seeds,
    written: words['wikipedia-en'],
    spoken: words['commonWords-en'],
    names: [lists.female_names, lists.male_names, lists.surnames],
    published: (await Bun.file(PUBLISHED_SAMPLES).text()).split('\n').filter((line) => /^[^#]/.test(line)),
  }
}
export type Sources = Awaited<ReturnType<typeof readSources>>
