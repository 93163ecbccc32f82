import { controlLook } from '#web/ui/field.tsx'
import type { Filter } from './types.ts'

type Props = Omit<Filter, 'name'> & { value: string; onChange: (value: string) => void }

export function FilterSelect({ label, value, options, onChange }: Props) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`${controlLook(false)} w-auto! min-w-0 shrink sm:text-sm`}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
