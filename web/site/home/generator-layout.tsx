import { Link } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { GeneratorName } from '#domain/passwords/generator-extras.ts'
import type { Strength } from '#domain/passwords/strength.ts'
import { copyText } from '#web/lib/clipboard.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton, CopyStatus } from '#web/ui/copy-button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { part } from './data-part.ts'
import { FooterButton } from './footer-button.tsx'
import { GenerateMultiple } from './generate-multiple.tsx'
import { PasswordDisplay } from './password-display.tsx'
import { SpellButton } from './spell-button.tsx'
import { StrengthBar, StrengthWords } from './strength-meter.tsx'
import { useCopy } from './use-copy.ts'

type Props = {
  noun: GeneratorName
  text: string | null
  /** Of the words. */
  lang?: string
  hasFailed: boolean
  strength: Strength | null
  bits: number
  /** Such as '16 characters'. */
  size: string
  regenerations: number
  timesMade: number
  onAnother: () => void
  /** Throws without random bytes. */
  makeSeveral: () => string[]
  /** The settings as a fragment of the address. */
  link: string
  /** The options. */
  children: ReactNode
  footer: ReactNode
}

/** The generated text with its actions, and the options beside it. */
export function GeneratorLayout({
  noun,
  text,
  lang,
  hasFailed,
  strength,
  bits,
  size,
  regenerations,
  timesMade,
  onAnother,
  makeSeveral,
  link,
  children,
  footer,
}: Props) {
  const { copied, copy } = useCopy('single')
  const isCopied = text !== null && copied === text
  // Clicks before hydration would be lost.
  const isReady = text !== null || hasFailed
  return (
    // Fixed row heights: nothing moves on a slow network.
    <div className="grid grid-cols-[minmax(0,1fr)] lg:h-full lg:grid-cols-[minmax(0,1fr)_25rem] lg:grid-rows-[minmax(20.8125rem,1fr)_auto]">
      <div className="flex select-none flex-col lg:grid lg:grid-rows-[1fr_0.375rem_minmax(2.25rem,auto)_minmax(9.25rem,auto)] xl:grid-rows-[1fr_0.375rem_minmax(2.25rem,auto)_minmax(6rem,auto)]">
        <div className="flex flex-1 bg-accent-soft/60">
          <PasswordDisplay
            noun={noun}
            password={text}
            lang={lang}
            hasFailed={hasFailed}
            regenerations={regenerations}
            onAnother={onAnother}
          />
        </div>
        <StrengthBar strength={strength} />
        <div className="px-4 max-[17rem]:px-2 pt-2 sm:px-6 sm:pt-2.5 lg:px-8">
          <StrengthWords strength={strength} bits={bits} />
          <GeneratedStatus noun={noun} text={text} size={size} strength={strength} timesMade={timesMade} />
        </div>
        <div className="flex print:hidden flex-wrap gap-2 px-4 max-[17rem]:px-2 pt-1.5 pb-3 sm:px-6 sm:pt-2.5 sm:pb-4 lg:px-8 lg:pt-4 lg:pb-8 xl:grid xl:grid-cols-[12fr_15fr_12fr]">
          <CopyButton
            {...part('copy')}
            look="primary"
            label={`Copy ${noun}`}
            isCopied={isCopied}
            disabled={text === null}
            onClick={() => text !== null && copy(text)}
            className="basis-full sm:min-h-12"
          />
          <CopyStatus {...part('copy-status')} isCopied={isCopied} />
          <Button
            {...part('another')}
            onClick={onAnother}
            disabled={!isReady}
            className="grow max-sm:px-1 max-sm:text-sm max-sm:tracking-tight"
          >
            {noun === 'password' ? 'Generate New Password' : 'Generate Passphrase'}
          </Button>
          <GenerateMultiple noun={noun} make={makeSeveral} disabled={!isReady} />
        </div>
      </div>
      <div className="print:hidden border-border border-t px-4 max-[17rem]:px-2 pt-1 sm:px-6 sm:py-2 lg:border-t-0 lg:border-l lg:px-8 lg:pt-6 lg:pb-2">
        {children}
      </div>
      <div className="relative print:hidden px-4 max-[17rem]:px-2 pb-1 sm:px-6 lg:col-span-2 lg:border-border lg:border-t lg:px-8 lg:py-1">
        {footer}
        <div className="absolute top-0 right-2 flex sm:right-3 lg:top-1 lg:right-5">
          <SpellButton noun={noun} text={text} lang={lang} />
          <CopyLinkButton link={link} />
        </div>
      </div>
    </div>
  )
}

/** `link` is the fragment for the settings shown. */
function CopyLinkButton({ link }: { link: string }) {
  const showToast = useToast()

  async function copy(): Promise<void> {
    const { origin, pathname } = location
    if (await copyText(`${origin}${pathname}#${link}`)) {
      showToast({ title: 'Link copied!', description: 'It holds these settings, but no password.' })
      return
    }
    history.replaceState(history.state, '', `${pathname}#${link}`)
    showToast({
      title: 'Copy failed',
      description: 'The link is now in the address bar: please copy it there.',
      look: 'failure',
    })
  }

  return <FooterButton label="Copy link to these settings" icon={Link} onClick={copy} />
}

/** Debounce, because a dragged slider would announce every step. */
const SETTLED_MS = 600

type GeneratedStatusProps = {
  noun: GeneratorName
  text: string | null
  /** '16 characters' */
  size: string
  strength: Strength | null
  /** Count since the page was opened. */
  timesMade: number
}

/** Announces new passwords to screen readers without their characters, but not the first one. */
function GeneratedStatus({ noun, text, size, strength, timesMade }: GeneratedStatusProps) {
  const [announced, setAnnounced] = useState({ text, message: '' })
  const message = strength === null ? '' : `New ${noun}, ${size}, ${strength.label.toLowerCase()}`

  useEffect(() => {
    if (text === null || timesMade === 1) return
    const timer = setTimeout(() => setAnnounced({ text, message }), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [text, message, timesMade])

  return (
    // Cleared in between, because repeated text isn't announced.
    <p role="status" className="sr-only">
      {announced.text === text && announced.message}
    </p>
  )
}
