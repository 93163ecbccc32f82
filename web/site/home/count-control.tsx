import { Slider } from '#web/ui/slider.tsx'
import { NumberInput } from './number-input.tsx'

type Props = {
  title: string
  /** The slider's accessible name. */
  sliderLabel: string
  /** Plural, such as 'characters'. */
  unit: string
  value: number
  min: number
  max: number
  /** Values labeled below the slider. */
  marks: readonly number[]
  disabled: boolean
  onChange: (value: number) => void
}

/** A slider with a number input. */
export function CountControl({ title, sliderLabel, unit, marks, ...control }: Props) {
  return (
    <div className="flex min-h-11 items-center gap-x-4 max-[17rem]:flex-wrap max-[17rem]:justify-between lg:mb-3">
      <span aria-hidden>{title}</span>
      <Slider
        label={sliderLabel}
        valueText={`${control.value} ${unit}`}
        step={1}
        marks={marks}
        {...control}
      />
      <NumberInput label={`Number of ${unit}`} {...control} />
    </div>
  )
}
