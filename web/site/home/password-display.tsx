import { RotateCw } from 'lucide-react'
import type { CSSProperties, KeyboardEvent, SyntheticEvent } from 'react'
import type { GeneratorName } from '#domain/passwords/extras.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ColouredPassword } from './coloured-password.tsx'
import { posterLook } from './poster-look.ts'

type Props = {
  noun: GeneratorName
  password: string | null
  hasFailed: boolean
  /** Each new number lets the characters settle in once more. */
  timesAsked: number
  onAnother: () => void
}

/** Leaves room for the button at the right; where a zoomed page is too narrow for that, below. */
const PADDING = 'py-3 pr-16 pl-4 max-[17rem]:pr-4 max-[17rem]:pb-14 sm:py-6 sm:pr-20 sm:pl-6 lg:pl-8'

/** The password as large as its box allows. The box is as high for 8 characters as for 64. */
export function PasswordDisplay({ noun, password, hasFailed, timesAsked, onAnother }: Props) {
  return (
    <div className={`poster-room relative flex-1 ${PADDING}`}>
      {password !== null && <SelectablePassword noun={noun} password={password} timesAsked={timesAsked} />}
      {password !== null && (
        <IconButton
          label={`Another ${noun}`}
          onClick={onAnother}
          className="absolute right-3 max-[17rem]:bottom-1 sm:right-5 min-[17rem]:top-1/2 min-[17rem]:-translate-y-1/2 print:hidden"
        >
          <RotateCw aria-hidden size={20} />
        </IconButton>
      )}
      {password === null && hasFailed && <Failure noun={noun} onRetry={onAnother} />}
      {password === null && !hasFailed && <Placeholder />}
    </div>
  )
}

type SelectableProps = Pick<Props, 'noun' | 'timesAsked'> & { password: string }

function SelectablePassword({ noun, password, timesAsked }: SelectableProps) {
  const look = posterLook(noun, password)
  const characters: CSSProperties & { '--characters': number } = { '--characters': password.length }
  return (
    // An input can't color its characters, so this one is built: read-only, reached with Tab, copied with Ctrl+C.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div
      role="textbox"
      aria-readonly
      aria-label={`Generated ${noun}`}
      tabIndex={0}
      translate="no"
      onFocus={selectPassword}
      onClick={selectUnlessDragged}
      onKeyDown={selectOnCtrlA}
      className={`-outline-offset-6 secret @container absolute inset-0 grid cursor-text content-center-safe overflow-y-auto ${PADDING} data-[noun=passphrase]:[line-break:auto]`}
      data-noun={noun}
    >
      <span
        key={timesAsked}
        style={characters}
        className={`poster ${look} ${timesAsked === 0 ? '' : 'settle'}`}
      >
        <ColouredPassword password={password} breaksAfterWords={noun === 'passphrase'} />
      </span>
    </div>
  )
}

function Placeholder() {
  return (
    <>
      <p aria-hidden className="secret text-[1.625rem] text-muted sm:text-[2.75rem] noscript:hidden">
        ················
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
      <p>Your browser returned no random numbers, so there is no {noun}.</p>
      <Button onClick={onRetry}>
        <RotateCw aria-hidden size={18} />
        Try again
      </Button>
    </div>
  )
}

function selectPassword({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  getSelection()?.selectAllChildren(currentTarget)
}

/** Whoever drags over a part of the password wants that part. */
function selectUnlessDragged(event: SyntheticEvent<HTMLElement>): void {
  if (getSelection()?.isCollapsed) selectPassword(event)
}

function selectOnCtrlA(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'a' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  selectPassword(event)
}
