import { Speech } from 'lucide-react'
import { type ComponentProps, type ComponentType, useState } from 'react'
import type { GeneratorName } from '#domain/passwords/generator-extras.ts'
import { useToast } from '#web/ui/toast.tsx'
import { FooterButton } from './footer-button.tsx'
import type { SpellDialog } from './spell-dialog.tsx'

type Opened = { text: string; Dialog: ComponentType<ComponentProps<typeof SpellDialog>> }

type Props = { noun: GeneratorName; text: string | null; lang: string | undefined }

/** Its dialog's code loads when pressed. */
export function SpellButton({ noun, text, lang }: Props) {
  const showToast = useToast()
  const [opened, setOpened] = useState<Opened | null>(null)

  async function open(): Promise<void> {
    if (text === null) return
    try {
      const { SpellDialog } = await import('./spell-dialog.tsx')
      setOpened({ text, Dialog: SpellDialog })
    } catch {
      showToast({
        title: 'Error',
        description: 'This needs a connection the first time. Please try again.',
        look: 'failure',
      })
    }
  }

  return (
    <>
      <FooterButton label="Spell it out" icon={Speech} aria-haspopup="dialog" onClick={open} />
      {opened && <opened.Dialog noun={noun} text={opened.text} lang={lang} onClose={() => setOpened(null)} />}
    </>
  )
}
