import { FileUp } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'

type Props = { note: string | null; onChoose: (file: File) => void }

export function FilePicker({ note, onChoose }: Props) {
  const id = useId()
  const [isOver, setIsOver] = useState(false)

  const take = (files: FileList | null) => {
    const [file] = files ?? []
    if (file) onChoose(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files)
  }

  return (
    <div className="space-y-3">
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={`flex min-h-36 cursor-pointer flex-col items-center justify-center gap-2 rounded-card border border-dashed bg-surface p-6 text-center has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 hover:border-accent ${
          isOver ? 'border-accent bg-accent-soft' : 'border-control'
        }`}
      >
        <FileUp aria-hidden size={24} className="text-accent" />
        <span className="font-medium">Choose a CSV file</span>
        <span className="text-muted text-sm">or drop it here; at most 50 MB</span>
        <input
          id={id}
          type="file"
          accept=".csv,text/csv"
          className="sr-only"
          onChange={(event) => {
            take(event.target.files)
            // Lets the user choose the same file again after correcting it.
            event.target.value = ''
          }}
        />
      </label>
      <p role="status" className="text-muted text-sm empty:hidden">
        {note}
      </p>
    </div>
  )
}
