import { type KeyboardEvent, useState } from 'react'
import { PASSWORD_LENGTH } from '#domain/passwords/options.ts'
import { Slider } from '#web/ui/slider.tsx'

type Props = { length: number; disabled: boolean; onChange: (length: number) => void }

const { min, max, step } = PASSWORD_LENGTH
const CHARACTERS_A_MARK = 8

/** The length as a slider, and as a number to type. */
export function LengthControl({ length, disabled, onChange }: Props) {
  return (
    <div className="flex min-h-11 items-center gap-4 lg:mb-3">
      <span aria-hidden>Length</span>
      <Slider
        label="Password length"
        value={length}
        min={min}
        max={max}
        step={step}
        valueText={`${length} characters`}
        disabled={disabled}
        onChange={onChange}
        marks={(max - min) / CHARACTERS_A_MARK + 1}
      />
      <LengthNumber length={length} disabled={disabled} onChange={onChange} />
    </div>
  )
}

/** Takes a number as soon as it is a possible length; leaving the field or Enter brings any other into range. */
function LengthNumber({ length, disabled, onChange }: Props) {
  const [draft, setDraft] = useState<string | null>(null)

  function type(text: string): void {
    setDraft(text)
    const typed = Number(text)
    if (Number.isInteger(typed) && typed >= min && typed <= max && typed !== length) onChange(typed)
  }

  function settle(): void {
    if (draft === null) return
    setDraft(null)
    const typed = draft.trim() === '' ? length : Math.round(Number(draft))
    const settled = Math.min(max, Math.max(min, typed))
    if (settled !== length) onChange(settled)
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
      aria-label="Number of characters"
      min={min}
      max={max}
      step={step}
      value={draft ?? length}
      onChange={(event) => type(event.target.value)}
      onBlur={settle}
      onKeyDown={settleOnEnter}
      className="h-10 w-14 shrink-0 rounded-control border border-control bg-surface text-center font-mono text-text tabular-nums [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
    />
  )
}
