import { Download } from 'lucide-react'
import { saveFile } from '#web/admin/download.ts'
import { Button } from '#web/ui/button.tsx'
import type { Summary } from './read-keyword-file.ts'

type Props = { title: string; summary: Summary }

export function SkippedList({ title, summary: { skipped, reasons, skippedFile } }: Props) {
  if (skippedFile === null) return null
  return (
    <div className="text-sm">
      <p className="font-medium">{title}</p>
      <ul className="mt-1 mb-3 list-disc space-y-0.5 pl-5 text-muted">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
        {skipped > reasons.length && <li>and {(skipped - reasons.length).toLocaleString()} more</li>}
      </ul>
      <Button onClick={() => saveFile(skippedFile, 'skipped-rows.csv')}>
        <Download aria-hidden size={18} />
        Download skipped rows
      </Button>
    </div>
  )
}
