import { firstId } from '#src/keywords/store.ts'
import { printFigures } from '#src/testing/attack.ts'
import type { Cluster } from './cluster.ts'
import { KINDS, type Kind, type Ledger } from './ledger.ts'

type LostWrites = { kind: Kind; lost: number; duplicate: number }

/** Counts lost and duplicate writes by kind. */
export async function countLostWrites(cluster: Cluster, ledger: Ledger): Promise<LostWrites[]> {
  const query = async (sql: string) =>
    (await cluster.query(sql)).map(([mark, count]) => [String(mark), Number(count)] as const)
  const byMark: Record<Exclude<Kind, 'event'>, string> = {
    message: 'SELECT subject, count(*) FROM contacts GROUP BY 1',
    post: 'SELECT slug, count(*) FROM posts GROUP BY title',
    'sign-in': `SELECT address, count(*) FROM audit_entries WHERE action = 'signed_in' GROUP BY 1`,
    analysis: 'SELECT url, count(*) FROM analyses GROUP BY 1',
    upload: `
      SELECT batch || ' ' || number || ' ' || (
          SELECT count(*) FROM keywords WHERE id >= part.id * ${firstId(1)} AND id < (part.id + 1) * ${firstId(1)}
        ), count(*)
      FROM keyword_parts AS part JOIN keyword_uploads ON keyword_uploads.id = upload_id WHERE state = 'stored' GROUP BY 1`,
  }
  return Promise.all(
    KINDS.map(async (kind) => {
      if (kind === 'event') return countLostEvents(cluster, ledger)
      const stored = new Map(await query(byMark[kind]))
      const lost = ledger.marksOf(kind).acknowledged.filter((mark) => !stored.has(mark)).length
      return { kind, lost, duplicate: [...stored.values()].filter((count) => count > 1).length }
    }),
  )
}

/** Events have no marks, so only totals are compared. */
async function countLostEvents(cluster: Cluster, ledger: Ledger): Promise<LostWrites> {
  const [[count] = []] = await cluster.query(
    `SELECT coalesce(sum(count), 0) FROM daily_counts WHERE name = 'password_generated'`,
  )
  const { acknowledged, buffered, unknown } = ledger.marksOf('event')
  printFigures('Cluster, events', { 'in the database': String(count) })
  return {
    kind: 'event',
    lost: Math.max(0, acknowledged.length - Number(count)),
    duplicate: Math.max(0, Number(count) - acknowledged.length - buffered.length - unknown.length),
  }
}
