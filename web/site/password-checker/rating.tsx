import { Check, X } from 'lucide-react'
import { type Checklist, type ChecklistLabel, CRITERIA } from '#domain/passwords/checklist.ts'
import { Remark } from '#web/ui/notice.tsx'

const COLORS: Record<ChecklistLabel, string> = {
  'Very Weak': 'bg-weak',
  Weak: 'bg-weak',
  Fair: 'bg-fair',
  Good: 'bg-info',
  Excellent: 'bg-good',
}

type Props = {
  checklist: Checklist
  /** Why the estimate contradicts the checks, if it does. */
  disagreement: string | null
}

/** Percentage, label and the six criteria: smaller than the estimate, and without colors if it contradicts them. */
export function Rating({ checklist, disagreement }: Props) {
  const isOverruled = disagreement !== null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-4 wrap-anywhere lg:grid-cols-[20rem_1fr]">
      <div className="grid content-start gap-3">
        <Score checklist={checklist} isOverruled={isOverruled} />
        {disagreement && <Remark>{disagreement}</Remark>}
      </div>
      <ul
        aria-label="Criteria"
        className="grid content-start gap-x-10 text-sm sm:grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))]"
      >
        {CRITERIA.map(({ name, label }) => (
          <Criterion key={name} label={label} isMet={checklist.criteria[name]} isOverruled={isOverruled} />
        ))}
      </ul>
    </div>
  )
}

type ScoreProps = { checklist: Checklist; isOverruled: boolean }

function Score({ checklist: { shown, label, criteria }, isOverruled }: ScoreProps) {
  const met = CRITERIA.filter(({ name }) => criteria[name]).length
  return (
    <div className={isOverruled ? 'text-muted' : ''}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold text-lg">
        <span className="tabular-nums">{shown}%</span>
        <span>{label}</span>
      </p>
      <meter aria-label="Password strength" min={0} max={100} value={shown} className="sr-only" />
      <div aria-hidden className="mt-2 grid grid-cols-6 gap-1">
        {CRITERIA.map(({ name }, step) => (
          <span key={name} className="h-1.5 rounded-xs bg-track first:rounded-l-full last:rounded-r-full">
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

type CriterionProps = { label: string; isMet: boolean; isOverruled: boolean }

function Criterion({ label, isMet, isOverruled }: CriterionProps) {
  const Icon = isMet ? Check : X
  return (
    <li className="flex min-h-8 items-center gap-3 py-1 border-border border-b last:border-b-0 sm:nth-last-2:border-b-0">
      <Icon
        aria-hidden
        size={16}
        className={`shrink-0 ${isOverruled ? 'text-muted' : isMet ? 'text-good' : 'text-weak'}`}
      />
      <span className="flex-1">{label}</span>
      <span className="text-muted text-sm">{isMet ? 'Met' : 'Not met'}</span>
    </li>
  )
}
