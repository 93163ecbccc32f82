import { RotateCw } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { GeneratorName } from '#domain/passwords/generator-extras.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ColoredPassword } from './colored-password.tsx'
import { part } from './data-part.ts'
import { posterClass } from './poster-class.ts'
import { selectOnCtrlA, selectOnRelease, selectPassword } from './select-password.ts'

type Props = {
  noun: GeneratorName
  password: string | null
  lang?: string | undefined
  hasFailed: boolean
  /** A change restarts the animation. */
  regenerations: number
  onAnother: () => void
}

/** Beside the button, or above it on very narrow screens. */
const BOX =
  'absolute inset-0 right-16 max-[17rem]:right-0 max-[17rem]:bottom-13 sm:right-20 border-border border-r [container-type:size]'
const PHRASE = 'grid content-center-safe overflow-y-auto px-4 py-3 sm:px-6 sm:py-6 lg:pl-8 [line-break:auto]'
const CELLS = 'overflow-clip'

/** The height that `BOX` gives 64 characters. */
const ROOM = 'py-3 pr-16 pl-4 max-[17rem]:pr-4 max-[17rem]:pb-14 sm:py-6 sm:pr-20 sm:pl-6 lg:pl-8'

/**
 * Fills a box of constant height, whether with 8 or 64 characters. All elements exist from the start: the
 * first script only fills in the text.
 */
export function PasswordDisplay({ noun, password, lang, hasFailed, regenerations, onAnother }: Props) {
  return (
    <div className={`poster-room relative flex-1 ${ROOM}`}>
      <SelectablePassword noun={noun} password={password} lang={lang} regenerations={regenerations} />
      <IconButton
        {...part('refresh')}
        hidden={password === null}
        label={`Another ${noun}`}
        onClick={onAnother}
        className="absolute right-3 max-[17rem]:bottom-1 sm:right-5 min-[17rem]:top-1/2 min-[17rem]:-translate-y-1/2 print:hidden"
      >
        <RotateCw aria-hidden size={20} />
      </IconButton>
      <Placeholder isShown={password === null && !hasFailed} />
      {password === null && hasFailed && <Failure noun={noun} onRetry={onAnother} />}
    </div>
  )
}

type SelectableProps = Pick<Props, 'noun' | 'password' | 'lang' | 'regenerations'>

function SelectablePassword({ noun, password, lang, regenerations }: SelectableProps) {
  const text = password ?? ''
  return (
    // An input can't color its characters, so this one is built: read-only, reached with Tab, copied with Ctrl+C.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div
      {...part('password')}
      hidden={password === null}
      role="textbox"
      aria-readonly
      aria-label={`Generated ${noun}`}
      tabIndex={0}
      translate="no"
      onFocus={({ currentTarget }) => selectPassword(currentTarget)}
      onPointerUp={({ currentTarget }) => selectOnRelease(currentTarget)}
      onKeyDown={(event) => selectOnCtrlA(event, event.currentTarget)}
      className={`-outline-offset-6 secret cursor-text select-all ${BOX} ${noun === 'password' ? CELLS : PHRASE}`}
      lang={lang}
    >
      <span
        key={regenerations}
        {...part('poster')}
        style={characters(columnsOf(text))}
        className={noun === 'password' ? posterClass(regenerations) : phraseClass(text, regenerations)}
      >
        <ColoredPassword password={text} breaksAfterWords={noun === 'passphrase'} />
      </span>
    </div>
  )
}

const PLACEHOLDER = '·'.repeat(16)

const characters = (count: number): CSSProperties & { '--characters': number } => ({ '--characters': count })

function Placeholder({ isShown }: { isShown: boolean }) {
  return (
    <>
      <p
        {...part('placeholder')}
        aria-hidden
        hidden={!isShown}
        className={`secret text-muted noscript:hidden ${BOX} ${CELLS}`}
      >
        <span style={characters(PLACEHOLDER.length)} className={posterClass(0)}>
          {PLACEHOLDER}
        </span>
      </p>
      <noscript>
        <p className="text-base">
          Your browser makes the passwords, never our server, so this page needs JavaScript. Turn it on to
          generate one.
        </p>
      </noscript>
    </>
  )
}

function Failure({ noun, onRetry }: { noun: GeneratorName; onRetry: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-base">
      <p>Your browser returned no random numbers, so there’s no {noun}.</p>
      <Button onClick={onRetry}>
        <RotateCw aria-hidden size={18} />
        Try again
      </Button>
    </div>
  )
}

/**
 * Minimum sizes by length for phones, tablets and desktops. Text grows up to 44 px while it fits on one line; each
 * size fits the box of a 64-character password.
 */
const LOOKS = [
  { characters: 48, look: '[--smallest:1.5rem] sm:[--smallest:2rem] lg:[--smallest:2.5rem]' },
  { characters: 64, look: '[--smallest:1.375rem] sm:[--smallest:1.875rem] lg:[--smallest:2.25rem]' },
  { characters: 88, look: '[--smallest:1.25rem] sm:[--smallest:1.625rem] lg:[--smallest:2rem]' },
  { characters: 128, look: '[--smallest:1rem] sm:[--smallest:1.375rem] lg:[--smallest:1.75rem]' },
] as const

const SMALLEST_LOOK = '[--smallest:0.875rem] sm:[--smallest:1.125rem] lg:[--smallest:1.375rem]'

/** Word wrapping leaves about a fifth of each line empty. */
const ROOM_PER_CHARACTER = 1.25

const WIDE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{Emoji_Presentation}\u3000-\u303f\uff00-\uff60]/u

/** The width in columns of a monospace font. */
const columnsOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0)

/** Includes the animation only for explicit regenerations. */
function phraseClass(text: string, regenerations: number): string {
  const room = columnsOf(text) * ROOM_PER_CHARACTER
  const look = LOOKS.find(({ characters }) => room <= characters)?.look ?? SMALLEST_LOOK
  return `poster ${look} ${regenerations === 0 ? '' : 'settle'}`
}
