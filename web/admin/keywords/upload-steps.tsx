import { Check } from 'lucide-react'

const STEPS = ['Choose a file', 'Check the columns', 'Upload']

/** `current` is 1-based; number of steps + 1 when all are done. */
export function UploadSteps({ current }: { current: number }) {
  return (
    <ol
      aria-label="Steps"
      className="flex flex-wrap justify-between gap-2 border-border border-b pb-4 sm:justify-start sm:gap-8"
    >
      {STEPS.map((title, index) => (
        <Step key={title} number={index + 1} title={title} current={current} />
      ))}
    </ol>
  )
}

function Step({ number, title, current }: { number: number; title: string; current: number }) {
  const isDone = number < current
  const isCurrent = number === current
  const circle = isDone || isCurrent ? 'border-accent bg-accent text-accent-ink' : 'border-control'
  return (
    <li
      {...(isCurrent ? { 'aria-current': 'step' } : {})}
      className={`flex flex-col items-center gap-1.5 text-center text-sm sm:flex-row sm:gap-2 ${isCurrent ? 'font-semibold' : 'text-muted'}`}
    >
      <span
        className={`flex size-6 shrink-0 items-center justify-center rounded-full border font-semibold tabular-nums ${circle}`}
      >
        {isDone ? <Check role="img" aria-label={`${number}, done`} size={14} /> : number}
      </span>
      {title}
    </li>
  )
}
