import type { DatabaseFacts } from '#src/db/verify.ts'

/** What a database holds, in words: 'posts 14, users 2'. */
export function describeFacts({ counts }: DatabaseFacts): string {
  const filled = Object.entries(counts).filter(([, count]) => count > 0)
  if (filled.length === 0) return 'nothing yet'
  return filled.map(([table, count]) => `${table.replaceAll('_', ' ')} ${count}`).join(', ')
}
