import { useState } from 'react'
import { SEPARATORS } from '#domain/passwords/passphrase.ts'
import { readSeparator } from '#domain/passwords/passphrase-options.ts'
import { TextField } from '#web/ui/field.tsx'
import { SelectRow } from './select-row.tsx'

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
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            translate="no"
            className="font-mono"
          />
        </div>
      )}
    </>
  )
}
