import { RotateCw } from 'lucide-react'
import type { KeyboardEvent, SyntheticEvent } from 'react'
import type { GeneratorName } from '#domain/passwords/extras.ts'
import { Button } from '#web/ui/button.tsx'
import { ColouredPassword } from './coloured-password.tsx'

type Props = { noun: GeneratorName; password: string | null; hasFailed: boolean; onRetry: () => void }

// Above the longest password; a passphrase of many words is set smaller.
const LONG_CHARACTERS = 90

/** The password, in a box that is as high for 8 characters as for 64. A click, or the focus, selects it. */
export function PasswordDisplay({ noun, password, hasFailed, onRetry }: Props) {
  const isLong = (password?.length ?? 0) > LONG_CHARACTERS
  return (
    <div
      className={`secret-room flex-1 leading-[1.36] ${isLong ? 'text-lg lg:text-xl' : 'text-[1.375rem] sm:text-[1.75rem] lg:text-[1.875rem]'} ${noun === 'passphrase' ? 'max-sm:min-h-30' : ''}`}
    >
      {password !== null && <SelectablePassword noun={noun} password={password} />}
      {password === null && hasFailed && <Failure noun={noun} onRetry={onRetry} />}
      {password === null && !hasFailed && <Placeholder />}
    </div>
  )
}

function SelectablePassword({ noun, password }: { noun: GeneratorName; password: string }) {
  return (
    // An input can't colour its characters, so this one is built: read-only, reached with Tab, copied with Ctrl+C.
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
      className="-mx-4 -my-3 sm:-m-6 lg:-mx-8 -outline-offset-6 secret grid cursor-text content-center self-stretch rounded-card px-4 py-3 sm:p-6 lg:px-8 data-[noun=passphrase]:[line-break:auto]"
      data-noun={noun}
    >
      <span>
        <ColouredPassword password={password} breaksAfterWords={noun === 'passphrase'} />
      </span>
    </div>
  )
}

function Placeholder() {
  return (
    <>
      <p aria-hidden className="secret text-muted noscript:hidden">
        ················
      </p>
      <noscript>
        <p className="text-base">
          Passwords are made by your browser and never by our server, so generating one needs JavaScript.
          Please switch it on for this page.
        </p>
      </noscript>
    </>
  )
}

function Failure({ noun, onRetry }: { noun: GeneratorName; onRetry: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-base">
      <p>Your browser gave no random numbers, so there is no {noun}.</p>
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
