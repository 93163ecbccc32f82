type Props = {
  label: string
  value: number
  min: number
  max: number
  step: number
  /** The value in words, for those who hear it. */
  valueText: string
  disabled?: boolean
  onChange: (value: number) => void
  /** How many marks stand below it, the first at `min` and the last at `max`. */
  marks: number
}

const THUMB_PX = 22

/** A slider over the browser's own range input, so keys, touch and assistive technology work as people know them. */
export function Slider({ label, value, min, max, step, valueText, disabled, onChange, marks }: Props) {
  const share = (value - min) / (max - min)
  return (
    <div className="relative flex h-11 w-full items-center">
      <div className="absolute inset-x-0 h-1 rounded-full bg-border" />
      <div
        className="absolute left-0 h-1 rounded-full bg-accent"
        style={{ width: `calc(${share} * (100% - ${THUMB_PX}px) + ${THUMB_PX / 2}px)` }}
      />
      <div
        className="absolute inset-x-[11px] bottom-0.5 h-1.5"
        style={{
          background: `repeating-linear-gradient(to right, var(--control) 0 1px, transparent 1px calc((100% - 1px) / ${marks - 1}))`,
        }}
      />
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
