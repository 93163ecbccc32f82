import { invalid } from '#src/errors.ts'

export type Part = { id: string | undefined; refersTo: string[]; children: Part[] }

/** Detailed logos have a few hundred elements. */
const ELEMENTS_MAX = 20_000

const TOO_MANY = 'its references expand to too many elements'

/** Returns a function that adds references to a part. It throws AppError invalid for too many in all. */
export function referenceLimit(): (part: Part, ids: readonly string[]) => void {
  let left = ELEMENTS_MAX
  return (part, ids) => {
    left -= ids.length
    if (left < 0) throw invalid(TOO_MANY)
    part.refersTo.push(...ids)
  }
}

/** Throws AppError invalid for circular references and for expansion into millions of shapes (billion laughs). */
export function limitExpansion(root: Part): void {
  const byId = new Map<string, Part>()
  const collect = (part: Part) => {
    if (part.id !== undefined) byId.set(part.id, part)
    for (const child of part.children) collect(child)
  }
  collect(root)

  const counts = new Map<Part, number>()
  const path = new Set<Part>()
  const countElements = (part: Part): number => {
    const count = counts.get(part)
    if (count !== undefined) return count
    if (path.has(part)) throw invalid('its parts refer to each other in a cycle')
    path.add(part)
    let total = 1
    for (const next of [...part.children, ...part.refersTo.flatMap((id) => byId.get(id) ?? [])]) {
      total += countElements(next)
      if (total > ELEMENTS_MAX) throw invalid(TOO_MANY)
    }
    path.delete(part)
    counts.set(part, total)
    return total
  }
  countElements(root)
}
