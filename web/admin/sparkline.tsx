type Props = {
  values: readonly number[]
  /** Alternative text. */
  label: string
  /** Draws the last segment dashed. */
  isLastPartial?: boolean
}

export function Sparkline({ values, label, isLastPartial = false }: Props) {
  const max = Math.max(1, ...values)
  const points = values.map((value, at) => {
    const x = values.length > 1 ? (at / (values.length - 1)) * 100 : 50
    return `${x.toFixed(2)},${(100 - (value / max) * 100).toFixed(2)}`
  })
  const full = isLastPartial ? points.slice(0, -1) : points
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="size-full overflow-visible fill-none stroke-2 stroke-accent *:[vector-effect:non-scaling-stroke]"
    >
      <polyline points={full.join(' ')} strokeLinejoin="round" />
      {isLastPartial && <polyline points={points.slice(-2).join(' ')} strokeDasharray="2 4" />}
    </svg>
  )
}
