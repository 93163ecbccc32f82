import { Copy, Download } from 'lucide-react'
import { saveFile } from '#web/admin/download.ts'
import { copyText } from '#web/lib/clipboard.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useToast } from '#web/ui/toast.tsx'

/** Shows new recovery codes once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const showToast = useToast()
  const text = `${codes.join('\n')}\n`
  const copy = async () =>
    showToast(
      (await copyText(text))
        ? { title: 'Recovery codes copied' }
        : { title: 'Copy failed', description: 'Please select and copy them manually.', look: 'failure' },
    )
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Recovery codes"
      description="Each works once, instead of the app's code. Keep them in your password manager or on paper: they are not shown again."
      isSticky
      actions={
        <>
          <Button onClick={copy}>
            <Copy aria-hidden size={16} /> Copy
          </Button>
          <Button onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}>
            <Download aria-hidden size={16} /> Save
          </Button>
          <Button look="primary" onClick={onClose}>
            I have saved them
          </Button>
        </>
      }
    >
      <ol className="grid gap-x-6 gap-y-2 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
    </Dialog>
  )
}
