import { Slider } from '#web/ui/slider.tsx'
import { NumberInput } from './number-input.tsx'

type Props = {
  title: string
  /** What the slider is called. */
  sliderLabel: string
  /** What is counted, in the plural: 'characters'. */
  unit: string
  value: number
  min: number
  max: number
  /** The values that are labeled below the slider. */
  marks: readonly number[]
  disabled: boolean
  onChange: (value: number) => void
}

/** A count as a slider, and as a number to type. */
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
