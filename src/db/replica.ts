import { isUnavailable } from '#src/errors.ts'
import type { Engine, Rows, Statement } from './engine.ts'
import type { SqlValue } from './values.ts'

/** Beyond this lag, people would miss others' changes. */
const LAG_MAX_MS = 5_000
/** Heartbeats are writes, sent only while there are reads. */
const HEARTBEAT_INTERVAL_MS = 1_000
const HEARTBEATS_MAX = 16
const WAIT_MAX_MS = 500
/** A silent primary fails after 450 ms, so both fit within WAIT_MAX_MS. */
const HEDGE_MS = 50
/** While a libSQL replica applies changes, it may show an older state for a few milliseconds. */
const RETRY_MS = 20
const OUTAGE_TRIES = 4

const DELETE_OLD: Statement = {
  sql: "DELETE FROM heartbeats WHERE at < datetime('now', '-1 day')",
  params: [],
}

type DataVersion = { auditId: number; contentVersion: number }

type ReplicaStatus = {
  state: 'current' | 'behind' | 'unreachable'
  lagSeconds: number | null
}

export type Replica = {
  /** Read-only. Falls back to the primary if the replica is stale or down, and vice versa. */
  engine: Engine
  /** Rejects older replica states from now on. */
  requireAtLeast(version: Partial<DataVersion>): void
  /** Reads use the primary until the replica has this write. */
  recordWrite(): void
  status(): Promise<ReplicaStatus>
}

type Options = {
  clock?: () => number
  wait?: (milliseconds: number) => Promise<unknown>
}

type Seen = DataVersion & { beat: number }

/**
 * Each replica read checks in the same transaction how current the data is: our latest heartbeat, written to the
 * primary under a random id, and the required versions. This trusts no other clock and detects a wrong database.
 */
export function openReplica(
  primary: Engine,
  replica: Engine,
  { clock = () => performance.now(), wait = (milliseconds) => Bun.sleep(milliseconds) }: Options = {},
): Replica {
  const instanceId = crypto.randomUUID()
  const required: Seen = { auditId: 0, contentVersion: 0, beat: 1 }
  let last = 0
  let confirmed = 0
  const sentAt = new Map<number, number>()
  let seen: Seen | null = null
  let behindSince: number | null = null
  let isReached = false
  let measuring: Promise<void> = Promise.resolve()
  let measuredAt = Number.NEGATIVE_INFINITY

  const readState: Statement = {
    sql: `SELECT (SELECT beat FROM heartbeats WHERE copy = ?),
      (SELECT seq FROM sqlite_sequence WHERE name = 'audit_entries'), (SELECT version FROM content_version)`,
    params: [instanceId],
  }

  function record(rows: Rows | undefined, known: number): Seen {
    const [beat = 0, auditId = 0, contentVersion = 0] = (rows?.[0] ?? []).map(toCount)
    const found = { beat, auditId, contentVersion }
    if (found.beat >= known) behindSince = null
    else if (behindSince === null || found.beat > (seen?.beat ?? 0))
      behindSince = sentAt.get(found.beat + 1) ?? behindSince ?? clock()
    seen = found
    isReached = true
    return found
  }

  const isRecentEnough = ({ beat, auditId, contentVersion }: Seen) =>
    beat >= required.beat && auditId >= required.auditId && contentVersion >= required.contentVersion

  const isFresh = (found: Seen, isOutage: boolean) =>
    isRecentEnough(found) &&
    (isOutage || clock() - (sentAt.get(found.beat) ?? Number.NEGATIVE_INFINITY) <= LAG_MAX_MS)

  async function readReplica(statements: Statement[], isOutage: boolean): Promise<Rows[] | null> {
    const known = confirmed
    try {
      const [state, ...results] = await replica.batch([readState, ...statements])
      return isFresh(record(state, known), isOutage) ? results : null
    } catch {
      // The primary's error is the relevant one.
      isReached = false
      seen = null
      return null
    }
  }

  async function readReplicaInOutage(statements: Statement[]): Promise<Rows[] | null> {
    for (let tries = 1; ; tries++) {
      const results = await readReplica(statements, true)
      const isAttainable = seen !== null && required.beat <= confirmed
      if (results !== null || !isAttainable || tries === OUTAGE_TRIES) return results
      await wait(RETRY_MS)
    }
  }

  async function beat(): Promise<void> {
    const number = ++last
    sentAt.set(number, clock())
    sentAt.delete(number - HEARTBEATS_MAX)
    const write = {
      sql: `INSERT INTO heartbeats (copy, beat, at) VALUES (?, ?, datetime('now'))
        ON CONFLICT DO UPDATE SET beat = excluded.beat, at = excluded.at`,
      params: [instanceId, number],
    }
    await (confirmed > 0 ? primary.run(write) : primary.batch([DELETE_OLD, write]))
    confirmed = Math.max(confirmed, number)
  }

  function measure(): Promise<void> {
    if (clock() - measuredAt < HEARTBEAT_INTERVAL_MS) return measuring
    measuredAt = clock()
    measuring = Promise.allSettled([beat(), readReplica([], false)]).then(() => undefined)
    return measuring
  }

  async function read<Result>(
    statements: Statement[],
    readPrimary: () => Promise<Result>,
    pick: (results: Rows[]) => Result,
  ): Promise<Result> {
    const began = clock()
    void measure()
    if (seen === null || !isFresh(seen, false)) return readPrimaryFirst(statements, readPrimary, pick, began)
    const reading = readReplica(statements, false)
    const early = await Promise.race([reading, wait(HEDGE_MS).then(() => 'late' as const)])
    if (early === null) return readPrimaryFirst(statements, readPrimary, pick, began)
    if (early !== 'late') return pick(early)
    const asking = readPrimary()
    const wanted = reading.then((results) => (results === null ? asking : pick(results)))
    return Promise.race([wanted, asking.catch(() => wanted)])
  }

  async function readPrimaryFirst<Result>(
    statements: Statement[],
    readPrimary: () => Promise<Result>,
    pick: (results: Rows[]) => Result,
    began: number,
  ): Promise<Result> {
    try {
      return await readPrimary()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      const left = Math.max(HEDGE_MS, WAIT_MAX_MS - (clock() - began))
      const results = await Promise.race([readReplicaInOutage(statements), wait(left).then(() => null)])
      if (results === null) throw error
      return pick(results)
    }
  }

  const recordWrite = () => {
    required.beat = last + 1
  }

  /** Searches write folded text: the replica rejects the write and lacks the result. */
  async function write<Result>(ask: () => Promise<Result>): Promise<Result> {
    try {
      return await ask()
    } finally {
      recordWrite()
    }
  }

  return {
    engine: {
      ...primary,
      run: (statement) => {
        const ask = () => primary.run(statement)
        return isRead(statement) ? read([statement], ask, ([rows = []]) => rows) : write(ask)
      },
      batch: (statements) => {
        const ask = () => primary.batch(statements)
        return statements.every(isRead) ? read(statements, ask, (results) => results) : write(ask)
      },
      transaction: (work) => write(() => primary.transaction(work)),
    },
    requireAtLeast: ({ auditId = 0, contentVersion = 0 }) => {
      required.auditId = Math.max(required.auditId, auditId)
      required.contentVersion = Math.max(required.contentVersion, contentVersion)
    },
    recordWrite,
    status: async () => {
      await measure()
      const lagSeconds = behindSince === null ? 0 : Math.max(0, clock() - behindSince) / 1000
      if (!isReached) return { state: 'unreachable', lagSeconds: null }
      return { state: lagSeconds * 1000 > LAG_MAX_MS ? 'behind' : 'current', lagSeconds }
    },
  }
}

const isRead = ({ sql }: Statement) => /^\s*(?:SELECT|WITH|VALUES)\b/i.test(sql)

const toCount = (value: SqlValue): number => (typeof value === 'number' ? value : 0)
