import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import type { GeneratorName } from '#domain/passwords/generator-extras.ts'
import { lazyPart } from '#web/lib/lazy-component.ts'
import { usePage } from '#web/lib/page.tsx'
import { readPageData } from '#web/lib/page-data.ts'
import { useStore } from '#web/lib/use-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { part } from './data-part.ts'
import { PasswordGenerator } from './password-generator.tsx'
import { passphraseSettings, readSettings } from './read-settings.ts'
import { isFromLink, leaveLink, mayBeLink } from './settings-in-address.ts'
import { storeChoices } from './stored-choices.ts'

const loadPassphraseGenerator = async () => {
  const [{ PassphraseGenerator }] = await Promise.all([import('./passphrase-generator.tsx'), preloadWords()])
  return PassphraseGenerator
}
const PassphraseGenerator = lazyPart(loadPassphraseGenerator)

/** Opens with the settings of the address, or with the tab used last. */
export function GeneratorCard() {
  const page = usePage()
  const isLinked = useStore(isFromLink)
  const card = useRef<HTMLElement>(null)
  const [chosen, setChosen] = useState<GeneratorName>('password')
  /** A change makes the generators read their settings again. */
  const [timesRead, setTimesRead] = useState(0)

  useLayoutEffect(() => {
    const show = () => setChosen(readSettings(page).generator)
    const onHashChange = () => {
      if (!mayBeLink()) return
      show()
      setTimesRead((times) => times + 1)
    }
    show()
    addEventListener('hashchange', onHashChange)
    return () => removeEventListener('hashchange', onHashChange)
  }, [page])

  function showOwnSettings(): void {
    leaveLink()
    // The button disappears.
    card.current?.focus()
    setChosen(readSettings(page).generator)
    setTimesRead(timesRead + 1)
  }

  function choose(id: string): void {
    const generator = id === 'passphrase' ? 'passphrase' : 'password'
    setChosen(generator)
    storeChoices({ generator })
  }

  return (
    <>
      <section
        {...part('card')}
        ref={card}
        tabIndex={-1}
        aria-label="Password generator"
        className="overflow-hidden rounded-card border border-border bg-surface print:mt-6"
      >
        <Tabs
          label="What to generate"
          chosen={chosen}
          onChoose={choose}
          className="px-2 sm:px-4 lg:px-6"
          tabs={[
            { id: 'password', title: 'Password', panel: <PasswordGenerator key={timesRead} /> },
            {
              id: 'passphrase',
              title: 'Passphrase',
              panel: (
                <Suspense>
                  <PassphraseGenerator key={timesRead} />
                </Suspense>
              ),
            },
          ]}
        />
      </section>
      {isLinked && (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 text-sm print:hidden">
          <p role="status">These settings come from the link you opened. Yours are still stored.</p>
          <Button look="quiet" className="min-h-10 px-2 text-sm underline" onClick={showOwnSettings}>
            Use mine instead
          </Button>
        </div>
      )}
    </>
  )
}

/** If this fails, the generator retries and reports it. */
async function preloadWords(): Promise<void> {
  const page = readPageData()
  const { loadWordsOf } = await import('./load-words.ts')
  await loadWordsOf(passphraseSettings(page).language, page.wordList).catch(() => undefined)
}
