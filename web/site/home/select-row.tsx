type Props = {
  label: string
  value: string
  choices: { value: string; text: string }[]
  onChange: (value: string) => void
}

export function SelectRow({ label, value, choices, onChange }: Props) {
  return (
    <label className="flex min-h-10 items-center justify-between gap-4 lg:min-h-11">
      {label}
      <select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-9.5 min-w-0 max-w-56 lg:h-10 rounded-control border border-control bg-surface px-3"
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.text}
          </option>
        ))}
      </select>
    </label>
  )
}
