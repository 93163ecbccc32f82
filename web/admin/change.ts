/** How a figure stands to the one of the time before: `lead` is what counts, `rest` says what it is compared with. */
export type Change = { lead: string; rest: string }

/** Under this, a percentage says more about chance than about the site. */
const FEW = 10
/** Above it, people read times more easily than percent. */
const TIMES = 10

/** `before` is null when it isn't known; `period` names what came before, such as 'week before'. */
export function describeChange(now: number, before: number | null, period: string): Change {
  if (before === null) return { lead: '', rest: `The ${period} isn't known` }
  if (now === before) return { lead: 'Same', rest: `as in the ${period}` }
  if (before < FEW) {
    return { lead: now > before ? 'Up' : 'Down', rest: `from ${before.toLocaleString()} in the ${period}` }
  }
  const ratio = now / before
  if (ratio >= TIMES) return { lead: `${Math.round(ratio).toLocaleString()} times`, rest: `the ${period}` }
  const percent = Math.round((ratio - 1) * 100)
  if (percent === 0) return { lead: 'About the same', rest: `as in the ${period}` }
  const sign = percent > 0 ? '+' : '−'
  return { lead: `${sign}${Math.abs(percent).toLocaleString()} %`, rest: `to the ${period}` }
}
