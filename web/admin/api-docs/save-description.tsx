import { Download } from 'lucide-react'
import { saveFile } from '#web/admin/download.ts'
import { Button } from '#web/ui/button.tsx'
import type { ApiDescription } from './description.ts'

export function SaveDescription({ description }: { description: ApiDescription }) {
  const save = () => saveFile(new Blob([JSON.stringify(description, null, 2)]), 'openapi.json')
  return (
    <Button onClick={save}>
      <Download aria-hidden size={18} />
      openapi.json
    </Button>
  )
}
