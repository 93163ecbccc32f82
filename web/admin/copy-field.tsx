import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { useCopy } from './use-copy.ts'

type Props = { label: string; value: string; hint: ReactNode }

/** A read-only value, such as a link or token, with a copy button. */
export function CopyField({ label, value, hint }: Props) {
  const copy = useCopy({ title: `${label} copied` }, 'Please select and copy it manually.')
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <TextField
          label={label}
          readOnly
          value={value}
          onFocus={(event) => event.target.select()}
          hint={hint}
          className="font-mono text-sm"
        />
      </div>
      <Button onClick={() => copy(value)} className="mt-7">
        <Copy aria-hidden size={16} /> Copy
      </Button>
    </div>
  )
}
