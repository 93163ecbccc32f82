import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { MULTIPLE_COUNT } from '#domain/passwords/generate.ts'
import { LANGUAGES, type LanguageId, readLanguage } from '#domain/passwords/languages.ts'
import {
  generatePassphrase,
  generatePassphrases,
  passphraseEntropyBits,
  ratePassphrase,
  wordsFor,
} from '#domain/passwords/passphrase.ts'
import { PASSPHRASE_WORDS, type PassphraseOptions } from '#domain/passwords/passphrase-options.ts'
import { writeLink } from '#domain/passwords/settings-link.ts'
import { usePage } from '#web/lib/page.tsx'
import { browserRandom } from '#web/lib/random.ts'
import { SwitchRow } from '#web/ui/switch.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { CountControl } from './count-control.tsx'
import { countGenerated } from './count-generated.ts'
import { GeneratorLayout } from './generator-layout.tsx'
import { loadedWords, loadWordsOf } from './load-words.ts'
import { passphraseSettings } from './read-settings.ts'
import { SelectRow, SeparatorControl } from './separator-control.tsx'
import { leaveLink } from './settings-in-address.ts'
import { storeChoices } from './stored-choices.ts'
import { GENERATION_FAILURE } from './use-generator.ts'

const SWITCHES = [
  { name: 'capitalize', label: 'Capitalize words', sample: 'Abc' },
  { name: 'addNumber', label: 'Add a digit', sample: '0–9' },
  { name: 'addSymbol', label: 'Add a symbol', sample: '!@#…' },
] as const

/** Each language's words load when it is chosen. */
export function PassphraseGenerator() {
  const page = usePage()
  const showToast = useToast()
  const [options, setOptions] = useState(() => passphraseSettings(page))
  const latest = useRef(options)
  const [list, setList] = useState(() => loadedWords(options.language) ?? [])
  const { generated, regenerations, generate, generateAnother } = useGenerated()
  const languages: { id: LanguageId; name: string }[] = [
    ...LANGUAGES,
    ...(page.wordList ? [{ id: 'own' as const, name: `${page.siteName}’s list` }] : []),
  ]
  const words = wordsFor(options.separator, list)
  const bits = passphraseEntropyBits(options, words.length)

  const make = (of: PassphraseOptions, from: readonly string[]) => () =>
    generatePassphrase(of, wordsFor(of.separator, from), browserRandom)

  function apply(next: PassphraseOptions, from: readonly string[]): void {
    latest.current = next
    setOptions(next)
    generate(make(next, from))
  }

  /** Returns whether the words could be loaded. What was changed in the meantime stays. */
  async function show(language: LanguageId): Promise<boolean> {
    try {
      const loaded = await loadWordsOf(language, page.wordList)
      setList(loaded)
      apply({ ...latest.current, language }, loaded)
      return true
    } catch {
      showToast({
        title: 'Words not loaded',
        description: 'The words of this language need a connection the first time. Please try again.',
        look: 'failure',
      })
      return false
    }
  }

  const start = useEffectEvent(async () => {
    if (list.length > 0) generate(make(options, list))
    else if (!(await show(options.language))) await show('en')
  })
  useEffect(() => void start(), [])

  function keep(next: PassphraseOptions): void {
    storeChoices(leaveLink() ? { generator: 'passphrase', passphrase: next } : { passphrase: next })
  }

  function change(choice: Partial<PassphraseOptions>): void {
    const next = { ...options, ...choice }
    apply(next, list)
    keep(next)
  }

  async function chooseLanguage(id: string): Promise<void> {
    if (await show(readLanguage(id) ?? options.language)) keep(latest.current)
  }

  return (
    <GeneratorLayout
      noun="passphrase"
      text={generated.text}
      lang={options.language === 'own' ? undefined : options.language}
      hasFailed={generated.hasFailed}
      strength={generated.text === null ? null : ratePassphrase(bits)}
      bits={bits}
      size={`${options.words} words`}
      regenerations={regenerations}
      timesMade={generated.timesMade}
      onAnother={() => generateAnother(make(options, list))}
      makeSeveral={() => generatePassphrases(MULTIPLE_COUNT, options, words, browserRandom)}
      link={writeLink({ passphrase: options })}
      footer={
        <p className="mr-20 flex min-h-10 items-center text-muted text-sm md:mr-92">
          {describeWords(words.length, list.length)}
        </p>
      }
    >
      <CountControl
        title="Words"
        sliderLabel="Passphrase length"
        unit="words"
        value={options.words}
        min={PASSPHRASE_WORDS.min}
        max={PASSPHRASE_WORDS.max}
        marks={[3, 6, 12, 20]}
        disabled={false}
        onChange={(count) => change({ words: count })}
      />
      <SelectRow
        label="Language"
        value={options.language}
        choices={languages.map(({ id, name }) => ({ value: id, text: name }))}
        onChange={chooseLanguage}
      />
      <SeparatorControl value={options.separator} onChange={(separator) => change({ separator })} />
      {SWITCHES.map(({ name, label, sample }) => (
        <SwitchRow
          key={name}
          label={label}
          sample={sample}
          isOn={options[name]}
          onChange={(isOn) => change({ [name]: isOn })}
        />
      ))}
    </GeneratorLayout>
  )
}

function describeWords(used: number, all: number): string {
  if (all === 0) return ''
  const [count, left] = [used, all - used].map((number) => number.toLocaleString('en'))
  const each = `${count} words, ${Math.log2(used).toFixed(1)} bits each.`
  return used === all
    ? each
    : `${each} ${left} that begin with another word are left out: with this separator, they could be misread.`
}

type Generated = {
  /** Null before the first one, or without random bytes. */
  text: string | null
  hasFailed: boolean
  timesMade: number
}

// The server renders this: random values must come from the browser only.
const NOTHING_YET: Generated = { text: null, hasFailed: false, timesMade: 0 }

/** Counts each passphrase, and reports missing random bytes. */
function useGenerated() {
  const showToast = useToast()
  const [generated, setGenerated] = useState(NOTHING_YET)
  /** Explicit ones only, without option changes. */
  const [regenerations, setRegenerations] = useState(0)

  function generate(make: () => string): void {
    const text = attempt(make)
    const hasFailed = text === null
    setGenerated(({ timesMade }) => ({ text, hasFailed, timesMade: timesMade + (hasFailed ? 0 : 1) }))
    if (hasFailed) showToast(GENERATION_FAILURE)
    else countGenerated()
  }

  function generateAnother(make: () => string): void {
    setRegenerations((times) => times + 1)
    generate(make)
  }

  return { generated, regenerations, generate, generateAnother }
}

/** Null without random bytes; the UI reports it. */
function attempt(make: () => string): string | null {
  try {
    return make()
  } catch {
    return null
  }
}
