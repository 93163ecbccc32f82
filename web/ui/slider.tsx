import type { CSSProperties } from 'react'
import { THUMB_POSITION, thumbPosition } from './slider-position.ts'

type Props = {
  label: string
  value: number
  min: number
  max: number
  step: number
  /** For screen readers. */
  valueText: string
  disabled?: boolean
  onChange: (value: number) => void
  /** Values labeled below the track. */
  marks: readonly number[]
}

export function Slider({ label, value, min, max, step, valueText, disabled, onChange, marks }: Props) {
  const position: CSSProperties & { [THUMB_POSITION]: string } = {
    [THUMB_POSITION]: thumbPosition(value, { min, max }),
  }
  return (
    <div style={position} className="relative flex h-12 w-full pb-1 max-[17rem]:order-last">
      <div className="absolute inset-x-0 top-5 h-1 rounded-full bg-track" />
      <div className="absolute top-5 left-0 h-1 w-(--place) rounded-full bg-accent" />
      <div
        aria-hidden
        className="pointer-events-none absolute inset-x-0 top-8.5 text-muted text-sm leading-none max-[17rem]:hidden"
      >
        {marks.map((mark) => (
          <span
            key={mark}
            style={{ left: thumbPosition(mark, { min, max }) }}
            className="absolute -translate-x-1/2 tabular-nums before:absolute before:-top-2 before:left-1/2 before:h-1 before:border-control before:border-l"
          >
            {mark}
          </span>
        ))}
      </div>
      <input
        type="range"
        autoComplete="off"
        aria-label={label}
        aria-valuetext={valueText}
        disabled={disabled}
        min={min}
        max={max}
        step={step}
        value={value}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="range"
      />
    </div>
  )
}
