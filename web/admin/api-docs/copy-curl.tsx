import { Terminal } from 'lucide-react'
import { copyText } from '#web/lib/clipboard.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'

export function CopyCurl({ text }: { text: () => string }) {
  const showToast = useToast()
  const copy = async () =>
    showToast(
      (await copyText(text())) ? { title: 'curl command copied' } : { title: 'Copy failed', look: 'failure' },
    )
  return (
    <Button look="quiet" onClick={copy}>
      <Terminal aria-hidden size={16} />
      Copy as curl
    </Button>
  )
}
