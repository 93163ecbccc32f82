import { Check, X } from 'lucide-react'
import { type Checklist, type ChecklistLabel, CRITERIA } from '#domain/passwords/checklist.ts'

const COLORS: Record<ChecklistLabel, string> = {
  'Very Weak': 'bg-weak',
  Weak: 'bg-weak',
  Fair: 'bg-fair',
  Good: 'bg-info',
  Excellent: 'bg-good',
}

type Props = {
  checklist: Checklist
  /** The estimate contradicts the checks. */
  isOverruled: boolean
}

/** Percentage, label and the six criteria. */
export function Rating({ checklist, isOverruled }: Props) {
  return (
    <div className="grid gap-x-14 gap-y-6 lg:grid-cols-[20rem_1fr]">
      <Score checklist={checklist} isOverruled={isOverruled} />
      <ul aria-label="Criteria" className="grid content-start gap-x-10 sm:grid-cols-2">
        {CRITERIA.map(({ name, label }) => (
          <Criterion key={name} label={label} isMet={checklist.criteria[name]} />
        ))}
      </ul>
    </div>
  )
}

function Score({ checklist: { shown, label, criteria }, isOverruled }: Props) {
  const met = CRITERIA.filter(({ name }) => criteria[name]).length
  return (
    <div className={isOverruled ? 'text-muted' : ''}>
      <p className="flex items-baseline justify-between gap-4">
        <span className="font-semibold text-display tabular-nums tracking-tight">{shown}%</span>
        <span className="font-semibold text-xl">{label}</span>
      </p>
      <meter aria-label="Password strength" min={0} max={100} value={shown} className="sr-only" />
      <div aria-hidden className="mt-3 grid grid-cols-6 gap-1">
        {CRITERIA.map(({ name }, step) => (
          <span key={name} className="h-2 rounded-xs bg-track first:rounded-l-full last:rounded-r-full">
            <span
              className={`block h-full rounded-[inherit] transition-opacity duration-150 ${isOverruled ? 'bg-muted' : COLORS[label]} ${step < met ? '' : 'opacity-0'}`}
            />
          </span>
        ))}
      </div>
      <p className="mt-2 text-muted text-sm">Form: six checks, not strength</p>
    </div>
  )
}

function Criterion({ label, isMet }: { label: string; isMet: boolean }) {
  const Icon = isMet ? Check : X
  return (
    <li className="flex min-h-10 items-center gap-3 py-1 border-border border-b last:border-b-0 sm:nth-last-2:border-b-0">
      <Icon aria-hidden size={18} className={`shrink-0 ${isMet ? 'text-good' : 'text-weak'}`} />
      <span className="flex-1">{label}</span>
      <span className="text-muted text-sm">{isMet ? 'Met' : 'Not met'}</span>
    </li>
  )
}
