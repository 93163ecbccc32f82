import { type KeyboardEvent, useState } from 'react'

type Props = {
  label: string
  value: number
  min: number
  max: number
  disabled: boolean
  onChange: (value: number) => void
}

/** Applies a whole number as soon as it is in range; blur or Enter clamps other values. */
export function NumberInput({ label, value, min, max, disabled, onChange }: Props) {
  const [draft, setDraft] = useState<string | null>(null)

  function type(text: string): void {
    setDraft(text)
    const typed = Number(text)
    if (Number.isInteger(typed) && typed >= min && typed <= max && typed !== value) onChange(typed)
  }

  function settle(): void {
    if (draft === null) return
    setDraft(null)
    const typed = draft.trim() === '' ? value : Math.round(Number(draft))
    const settled = Math.min(max, Math.max(min, typed))
    if (settled !== value) onChange(settled)
  }

  function settleOnEnter({ key }: KeyboardEvent): void {
    if (key === 'Enter') settle()
  }

  return (
    <input
      type="number"
      inputMode="numeric"
      disabled={disabled}
      autoComplete="off"
      aria-label={label}
      min={min}
      max={max}
      step={1}
      value={draft ?? value}
      onChange={(event) => type(event.target.value)}
      onBlur={settle}
      onKeyDown={settleOnEnter}
      className="h-10 w-14 shrink-0 rounded-control border border-control bg-surface text-center font-mono text-text tabular-nums [appearance:textfield] disabled:opacity-50 [&::-webkit-inner-spin-button]:appearance-none"
    />
  )
}
