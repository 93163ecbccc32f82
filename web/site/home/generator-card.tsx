import { Suspense, useLayoutEffect, useState } from 'react'
import type { GeneratorName } from '#domain/passwords/generator-extras.ts'
import { lazyPart } from '#web/lib/lazy-component.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { part } from './data-part.ts'
import { PasswordGenerator } from './password-generator.tsx'
import { readChoices, storeChoices } from './stored-choices.ts'

const loadPassphraseGenerator = async () => (await import('./passphrase-generator.tsx')).PassphraseGenerator
const PassphraseGenerator = lazyPart(loadPassphraseGenerator)

/** Opens with the tab used last. */
export function GeneratorCard() {
  const [chosen, setChosen] = useState<GeneratorName>('password')
  useLayoutEffect(() => setChosen(readChoices().generator), [])

  function choose(id: string): void {
    const generator = id === 'passphrase' ? 'passphrase' : 'password'
    setChosen(generator)
    storeChoices({ generator })
  }

  return (
    <section
      {...part('card')}
      aria-label="Password generator"
      className="overflow-hidden rounded-card border border-border bg-surface print:mt-6"
    >
      <Tabs
        label="What to generate"
        chosen={chosen}
        onChoose={choose}
        className="px-2 sm:px-4 lg:px-6"
        tabs={[
          { id: 'password', title: 'Password', panel: <PasswordGenerator /> },
          {
            id: 'passphrase',
            title: 'Passphrase',
            panel: (
              <Suspense>
                <PassphraseGenerator />
              </Suspense>
            ),
          },
        ]}
      />
    </section>
  )
}
