import { Copy, Download } from 'lucide-react'
import { saveFile } from '#web/admin/download.ts'
import { useCopy } from '#web/admin/use-copy.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Shows new recovery codes once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const copy = useCopy({ title: 'Recovery codes copied' }, 'Please select and copy them manually.')
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog
      onClose={onClose}
      title="Recovery codes"
      description="Each works once, instead of the app’s code. Keep them in your password manager or on paper: they are not shown again."
      isSticky
      actions={
        <>
          <Button onClick={() => copy(text)}>
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
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
