import { useState } from 'react'
import { SEPARATORS } from '#domain/passwords/passphrase.ts'
import { readSeparator } from '#domain/passwords/passphrase-options.ts'
import { AS_TYPED, TextField } from '#web/ui/field.tsx'

const OTHER = 'other'

type Props = { value: string; onChange: (separator: string) => void }

/** Keeps invalid text in the field, and applies valid text at once. */
export function SeparatorControl({ value, onChange }: Props) {
  const named = SEPARATORS.find(({ text }) => text === value)
  const [draft, setDraft] = useState<string | null>(named ? null : value)
  const [error, setError] = useState<string | null>(null)

  function choose(name: string): void {
    const separator = SEPARATORS.find((known) => known.name === name)
    setDraft(separator ? null : value)
    setError(null)
    if (separator) onChange(separator.text)
  }

  function type(text: string): void {
    setDraft(text)
    const result = readSeparator(text)
    setError('error' in result ? result.error : null)
    if ('separator' in result) onChange(result.separator)
  }

  return (
    <>
      <SelectRow
        label="Separator"
        value={draft === null && named ? named.name : OTHER}
        choices={[
          ...SEPARATORS.map(({ name, text }) => ({
            value: name,
            text: text.trim() === '' ? name : `${name}  ${text}`,
          })),
          { value: OTHER, text: 'Other…' },
        ]}
        onChange={choose}
      />
      {draft !== null && (
        <div className="pb-2">
          <TextField
            label="Your separator"
            value={draft}
            error={error ?? undefined}
            onChange={(event) => type(event.target.value)}
            autoComplete="off"
            {...AS_TYPED}
            translate="no"
            className="font-mono"
          />
        </div>
      )}
    </>
  )
}

type SelectRowProps = {
  label: string
  value: string
  choices: { value: string; text: string }[]
  onChange: (value: string) => void
}

export function SelectRow({ label, value, choices, onChange }: SelectRowProps) {
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
