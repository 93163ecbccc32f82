import type { DatabaseFacts } from '#src/db/verify.ts'
import { escapeForTerminal } from '#src/lib/escape-for-terminal.ts'

/** Row counts in words: '14 rows in posts, 2 in users'. */
export function describeFacts({ counts }: DatabaseFacts): string {
  const filled = Object.entries(counts).filter(([, count]) => count > 0)
  if (filled.length === 0) return 'nothing yet'
  return filled
    .map(([table, count], index) => {
      const rows = index > 0 ? '' : count === 1 ? ' row' : ' rows'
      return `${count}${rows} in ${escapeForTerminal(table.replaceAll('_', ' '))}`
    })
    .join(', ')
}
