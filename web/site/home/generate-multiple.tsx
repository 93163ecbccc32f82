import { type ComponentType, useState, useTransition } from 'react'
import { MULTIPLE_COUNT } from '#domain/passwords/generate.ts'
import type { GeneratorName } from '#domain/passwords/generator-extras.ts'
import { recordEvent } from '#web/lib/analytics.ts'
import { trackEvent } from '#web/lib/track.ts'
import { usePrefetch } from '#web/lib/use-prefetch.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { part } from './data-part.ts'

const loadDialog = () => import('./multiple-dialog.tsx')

type Batch = {
  passwords: string[]
  Dialog: ComponentType<{ noun: GeneratorName; passwords: string[]; onClose: () => void }>
}

type Props = { noun: GeneratorName; make: () => string[]; disabled: boolean }

/** Its dialog's code loads after everything the page needs first. */
export function GenerateMultiple({ noun, make, disabled }: Props) {
  const showToast = useToast()
  const [batch, setBatch] = useState<Batch | null>(null)
  const [isLoading, startLoading] = useTransition()

  usePrefetch(loadDialog)

  async function open(): Promise<void> {
    try {
      const passwords = make()
      const { MultipleDialog } = await loadDialog()
      setBatch({ passwords, Dialog: MultipleDialog })
    } catch {
      showToast({
        title: 'Error',
        description: 'Failed to generate multiple passwords. Please try again.',
        look: 'failure',
      })
      return
    }
    for (let count = 0; count < MULTIPLE_COUNT; count++) {
      trackEvent('/api/track/password-generated', { type: 'multiple' })
    }
    recordEvent('generated', { category: 'password', label: 'multiple', value: MULTIPLE_COUNT })
  }

  return (
    <>
      <Button
        {...part('several')}
        aria-haspopup="dialog"
        aria-busy={isLoading}
        disabled={disabled}
        onClick={() => isLoading || startLoading(open)}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        className="grow max-sm:px-1 max-sm:text-sm max-sm:tracking-tight"
      >
        Generate Multiple
      </Button>
      {batch && <batch.Dialog noun={noun} passwords={batch.passwords} onClose={() => setBatch(null)} />}
    </>
  )
}

/** If this fails, the click retries and shows the error. */
function preloadDialog(): void {
  loadDialog().catch(() => undefined)
}
