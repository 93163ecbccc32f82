import { useId, useState } from 'react'
import { FilterSelect } from '#web/admin/list/filter-select.tsx'
import { controlLook } from '#web/ui/field.tsx'
import { type Period, PRESETS } from './period.ts'

const CUSTOM = 'chosen'

type Props = {
  period: Period
  shown: { from: string; to: string }
  bounds: { first: string; last: string }
  onChange: (period: Period) => void
}

export function PeriodBar({ period, shown, bounds, onChange }: Props) {
  const preset = 'days' in period ? period.days : CUSTOM
  const isPreset = PRESETS.some(({ value }) => value === preset)
  const other = { value: preset, label: preset === CUSTOM ? 'Custom range' : `Last ${preset} days` }
  return (
    <>
      <div className="max-sm:w-full">
        <FilterSelect
          label="Period"
          value={preset}
          onChange={(days) => onChange({ days })}
          options={isPreset ? PRESETS : [...PRESETS, other]}
        />
      </div>
      <DayField
        label="From"
        day={shown.from}
        min={bounds.first}
        max={shown.to}
        onChange={(from) => onChange({ ...shown, from })}
      />
      <DayField
        label="To"
        day={shown.to}
        min={shown.from}
        max={bounds.last}
        onChange={(to) => onChange({ ...shown, to })}
      />
    </>
  )
}

type FieldProps = { label: string; day: string; min: string; max: string; onChange: (day: string) => void }

/** Holds the input's text until it is a valid day within the bounds. */
function DayField({ label, day, min, max, onChange }: FieldProps) {
  const id = useId()
  const [typed, setTyped] = useState({ for: day, text: day })
  return (
    <span className="flex items-center gap-2 max-sm:min-w-36 max-sm:flex-1 max-sm:flex-col max-sm:items-stretch max-sm:gap-1">
      <label htmlFor={id} className="text-muted text-sm">
        {label}
      </label>
      <input
        id={id}
        type="date"
        required
        value={typed.for === day ? typed.text : day}
        min={min}
        max={max}
        onChange={({ target }) => {
          const isDay = target.validity.valid
          setTyped({ for: isDay ? target.value : day, text: target.value })
          if (isDay) onChange(target.value)
        }}
        className={`${controlLook(false)} sm:w-auto!`}
      />
    </span>
  )
}
