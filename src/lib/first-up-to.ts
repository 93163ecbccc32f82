/** Ids of the first items, up to `maxBytes` in total, but at least one. */
export function firstUpTo(maxBytes: number, sizes: { id: number; bytes: number }[]): number[] {
  let sum = 0
  const end = sizes.findIndex(({ bytes }, index) => {
    sum += bytes
    return sum > maxBytes && index > 0
  })
  return (end < 0 ? sizes : sizes.slice(0, end)).map(({ id }) => id)
}
