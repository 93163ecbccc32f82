import { SQLiteError, Database as Sqlite } from 'bun:sqlite'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  encodeValue,
  type HranaCondition,
  type HranaRequest,
  type HranaStatement,
  Pipeline,
  toBound,
} from './hrana.ts'

/** 'truncating responses' and 'losing responses' run the statement first. */
export type Fault = 'silent' | 'failing' | 'garbled' | 'truncating responses' | 'losing responses'

type Stream = { sqlite: Sqlite; texts: Map<number, string> }

type Outcome = { result: object } | { error: { message: string; code: string } } | null

type Options = {
  token?: string
  /** The database file to start with. */
  image?: Uint8Array | null
}

/** A libSQL server over HTTP: each stream has its own connection, and closing it rolls back. Connections are reused. */
export function libsqlServer({ token, image = null }: Options = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'libsql-'))
  const path = join(folder, 'data.db')
  const streams = new Map<string, Stream>()
  const idle: Sqlite[] = []
  let fault: Fault | null = null
  let pipelines = 0
  /** Pending requests since the fault was set. */
  let waiting: AbortController[] = []
  let ignored = 0
  let silences = 0
  if (image) writeFileSync(path, image)
  idle.push(connect(path))

  /** Aborts the pending requests, because none will get a response. */
  function ignore(): Promise<Response> {
    ignored += 1
    silences += 1
    if (ignored >= waiting.length) forget()
    return new Promise(() => undefined)
  }

  function forget(): void {
    const late = waiting
    waiting = []
    ignored = 0
    for (const controller of late) controller.abort()
  }

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      if (new URL(request.url).pathname !== '/v2/pipeline')
        return new Response('no such API', { status: 404 })
      if (token !== undefined && request.headers.get('authorization') !== `Bearer ${token}`)
        return Response.json({ error: 'Unauthorized' }, { status: 401 })
      if (fault === 'silent') return ignore()
      if (fault === 'failing') return new Response('internal error', { status: 500 })
      if (fault === 'garbled') return new Response('<html>Please wait</html>')

      const { baton, requests } = Pipeline.parse(await request.json())
      pipelines += 1
      const id = baton ?? crypto.randomUUID()
      const stream = streams.get(id) ?? { sqlite: idle.pop() ?? connect(path), texts: new Map() }
      streams.set(id, stream)
      const results: object[] = []
      for (const request of requests) results.push(await perform(request, stream))
      const isClosed = requests.some(({ type }) => type === 'close')
      if (isClosed) {
        streams.delete(id)
        idle.push(stream.sqlite)
      }
      if (fault === 'losing responses') return ignore()
      const answer = JSON.stringify({ baton: isClosed ? null : id, base_url: null, results })
      return new Response(fault === 'truncating responses' ? answer.slice(0, -9) : answer, {
        headers: { 'content-type': 'application/json' },
      })
    },
  })

  return {
    url: `http://127.0.0.1:${server.port}`,
    path,
    setFault: (next: Fault | null) => {
      fault = next
      waiting = []
      ignored = 0
      silences = 0
    },
    /** Replaces openRemote's timeout: aborts as soon as the server ignores all requests. */
    timeout: () => {
      const controller = new AbortController()
      waiting.push(controller)
      return controller.signal
    },
    pipelines: () => pipelines,
    /** Requests without a response since the fault was set. */
    silences: () => silences,
    openStreams: () => streams.size,
    stop: () => server.stop(true),
    [Symbol.asyncDispose]: async () => {
      await server.stop(true)
      for (const { sqlite } of streams.values()) sqlite.close()
      for (const sqlite of idle) sqlite.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function connect(path: string): Sqlite {
  const sqlite = new Sqlite(path, { create: true, safeIntegers: true })
  sqlite.run('PRAGMA journal_mode = WAL')
  sqlite.run('PRAGMA foreign_keys = ON')
  return sqlite
}

async function perform(request: HranaRequest, stream: Stream): Promise<object> {
  const ok = (answer: object = {}) => ({ type: 'ok', response: { type: request.type, ...answer } })
  if (request.type === 'close') {
    if (stream.sqlite.inTransaction) stream.sqlite.run('ROLLBACK')
    return ok()
  }
  if (request.type === 'store_sql') {
    stream.texts.set(request.sql_id, request.sql)
    return ok()
  }
  if (request.type === 'close_sql') {
    stream.texts.delete(request.sql_id)
    return ok()
  }
  if (request.type === 'batch') return ok({ result: await runBatch(request.batch.steps, stream) })
  const outcome =
    request.type === 'execute'
      ? await execute(request.stmt, stream)
      : await attempt(() => {
          stream.sqlite.run(textOf(request, stream))
          return {}
        })
  if (outcome && 'error' in outcome) return { type: 'error', error: outcome.error }
  return ok(outcome ?? {})
}

async function runBatch(
  steps: { stmt: HranaStatement; condition?: HranaCondition }[],
  stream: Stream,
): Promise<object> {
  const outcomes: Outcome[] = []
  for (const { stmt, condition } of steps) {
    const isWanted = condition === undefined || holds(condition, outcomes)
    outcomes.push(isWanted ? await execute(stmt, stream) : null)
  }
  return {
    step_results: outcomes.map((outcome) => (outcome && 'result' in outcome ? outcome.result : null)),
    step_errors: outcomes.map((outcome) => (outcome && 'error' in outcome ? outcome.error : null)),
  }
}

function holds(condition: HranaCondition, outcomes: Outcome[]): boolean {
  if (condition.type === 'not') return !holds(condition.cond, outcomes)
  if (condition.type === 'and') return condition.conds.every((part) => holds(part, outcomes))
  if (condition.type === 'or') return condition.conds.some((part) => holds(part, outcomes))
  const outcome = outcomes[condition.step]
  if (!outcome) return false
  return condition.type === 'ok' ? 'result' in outcome : 'error' in outcome
}

function execute(statement: HranaStatement, stream: Stream): Promise<Outcome> {
  return attempt(() => {
    const prepared = stream.sqlite.prepare(textOf(statement, stream))
    const rows = prepared.values(...statement.args.map(toBound))
    const answer = {
      cols: prepared.columnNames.map((name) => ({ name, decltype: null })),
      rows: statement.want_rows ? rows.map((row) => row.map(encodeValue)) : [],
      affected_row_count: 0,
      last_insert_rowid: null,
    }
    prepared.finalize()
    return { result: answer }
  })
}

function textOf({ sql, sql_id }: { sql?: string; sql_id?: number }, { texts }: Stream): string {
  const text = sql ?? texts.get(sql_id ?? Number.NaN)
  if (text === undefined) throw new Error('a statement has no text')
  // A libSQL extension.
  return text === 'BEGIN TRANSACTION READONLY' ? 'BEGIN' : text
}

/**
 * Waits for the write lock. Real servers report SQLite's primary codes, but SQL_INPUT_ERROR for statements that fail to
 * prepare.
 */
async function attempt(work: () => { result?: object }): Promise<Outcome> {
  try {
    return { result: {}, ...work() }
  } catch (error) {
    if (!(error instanceof SQLiteError)) throw error
    if (error.code?.startsWith('SQLITE_BUSY')) {
      await Bun.sleep(1)
      return attempt(work)
    }
    const [, code = 'SQLITE_UNKNOWN'] = /^(SQLITE_[A-Z]+)/.exec(error.code ?? '') ?? []
    return code === 'SQLITE_ERROR'
      ? { error: { message: `SQL input error: ${error.message} (at offset 0)`, code: 'SQL_INPUT_ERROR' } }
      : { error: { message: `SQLite error: ${error.message}`, code } }
  }
}
