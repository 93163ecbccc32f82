import { Download } from 'lucide-react'
import type { GeneratorName } from '#domain/passwords/generator-extras.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton, CopyStatus } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ColoredPassword } from './colored-password.tsx'
import { useCopy } from './use-copy.ts'

// Some browsers read the file only after the click handler.
const SAVED_AFTER_MS = 10_000

type Props = { noun: GeneratorName; passwords: string[]; onClose: () => void }

export function MultipleDialog({ noun, passwords, onClose }: Props) {
  const { copied, copy } = useCopy('multiple')
  const all = passwords.join('\n')
  return (
    <Dialog
      onClose={onClose}
      title={`${passwords.length} ${noun}s`}
      description="Made in this browser with your options. They’re gone when you close this window."
      size="wide"
      actions={
        <>
          <Button onClick={() => saveAsText(all, `${noun}s.txt`)}>
            <Download aria-hidden size={18} />
            Save as .txt
          </Button>
          <CopyButton look="primary" label="Copy all" isCopied={copied === all} onClick={() => copy(all)} />
        </>
      }
    >
      <CopyStatus isCopied={copied !== null} />
      <ol className="-my-2 select-none divide-y divide-border">
        {passwords.map((password, index) => (
          <li key={password} className="flex items-center gap-3 py-2">
            <span aria-hidden className="w-5 shrink-0 text-right text-muted text-sm tabular-nums">
              {index + 1}
            </span>
            <code translate="no" className="secret min-w-0 select-all flex-1 text-base">
              <ColoredPassword password={password} breaksAfterWords={noun === 'passphrase'} />
            </code>
            <CopyButton
              label="Copy"
              hasIcon={false}
              aria-label={copied === password ? 'Copied!' : `Copy ${noun} ${index + 1}`}
              isCopied={copied === password}
              onClick={() => copy(password)}
              className="shrink-0"
            />
          </li>
        ))}
      </ol>
      <p className="mt-5 text-muted text-sm">
        The file is plain text. Delete it once its {noun}s are in your password manager.
      </p>
    </Dialog>
  )
}

/** Created in the browser and saved directly: no server sees it. */
function saveAsText(text: string, fileName: string): void {
  const address = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), SAVED_AFTER_MS)
}
