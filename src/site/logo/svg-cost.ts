import { invalid } from '#src/errors.ts'

/** What a part of a picture draws: its own children, and other parts by their ids. */
export type Part = { id: string | undefined; refersTo: string[]; children: Part[] }

/** A detailed logo draws a few hundred elements. */
const MOST_DRAWN = 20_000

/**
 * Throws AppError invalid for a picture whose parts repeat each other without end, or so often that a few lines become
 * millions of shapes.
 */
export function refuseRepetition(root: Part): void {
  const byId = new Map<string, Part>()
  const collect = (part: Part) => {
    if (part.id !== undefined) byId.set(part.id, part)
    for (const child of part.children) collect(child)
  }
  collect(root)

  const known = new Map<Part, number>()
  const open = new Set<Part>()
  const drawn = (part: Part): number => {
    const counted = known.get(part)
    if (counted !== undefined) return counted
    if (open.has(part)) throw invalid('its parts refer to each other in a circle')
    open.add(part)
    let total = 1
    for (const next of [...part.children, ...part.refersTo.flatMap((id) => byId.get(id) ?? [])]) {
      total += drawn(next)
      if (total > MOST_DRAWN) throw invalid('its parts repeat each other too often')
    }
    open.delete(part)
    known.set(part, total)
    return total
  }
  drawn(root)
}
