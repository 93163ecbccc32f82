/** `lead` is the change, `rest` names the comparison. */
export type Change = { lead: string; rest: string }

/** Below this, percentages are noise. */
const PERCENT_MIN = 10
/** From this ratio on, "12 times" reads better than a percentage. */
const RATIO_MIN = 10

/** `before` is null if unknown; `period` is like 'week before'. */
export function describeChange(now: number, before: number | null, period: string): Change {
  if (before === null) return { lead: '', rest: `No data for the ${period}` }
  if (now === before) return { lead: 'Same', rest: `as the ${period}` }
  if (before < PERCENT_MIN) {
    return { lead: now > before ? 'Up' : 'Down', rest: `from ${before.toLocaleString()} in the ${period}` }
  }
  const ratio = now / before
  if (ratio >= RATIO_MIN)
    return { lead: `${Math.round(ratio).toLocaleString()} times`, rest: `the ${period}` }
  const percent = Math.round((ratio - 1) * 100)
  if (percent === 0) return { lead: 'About the same', rest: `as the ${period}` }
  const sign = percent > 0 ? '+' : '−'
  return { lead: `${sign}${Math.abs(percent).toLocaleString()}%`, rest: `from the ${period}` }
}
