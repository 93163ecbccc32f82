import { openHttp, type RowsResult, Stmt } from '@libsql/hrana-client'
import type { Statement } from './engine.ts'

/** A libSQL server opens the database for each stream, four times the work of a statement. */
const POOLED_MAX = 8
/** The server ends idle streams after 10 seconds. */
const POOLED_MS = 5_000

type Server = {
  url: URL
  authToken: string | undefined
  send(request: Request): Promise<Response>
}

/** If the server has ended a stream, the statement didn't run and is sent again. */
export function createStreamPool(server: Server, now: () => number) {
  let kept: { stream: Stream; at: number }[] = []

  async function run(statement: Statement): Promise<RowsResult['rows']> {
    const stream = takeStream()
    if (!stream) return await query(openStream(server), statement)
    try {
      return await query(stream, statement)
    } catch (error) {
      if (!stream.hasEnded()) throw error
      return await query(openStream(server), statement)
    }
  }

  function takeStream(): Stream | null {
    const last = kept.pop()
    if (last && last.at > now() - POOLED_MS) return last.stream
    // The others are even older.
    kept = []
    return null
  }

  async function query(stream: Stream, { sql, params }: Statement): Promise<RowsResult['rows']> {
    let isKept = false
    try {
      const { rows } = await stream.query(new Stmt(sql).bindIndexes(params))
      isKept = kept.length < POOLED_MAX
      if (isKept) kept.push({ stream, at: now() })
      return rows
    } finally {
      if (!isKept) void stream.close()
    }
  }

  return {
    run,
    close: () => {
      const closing = kept.map(({ stream }) => stream.close())
      kept = []
      return Promise.all(closing)
    },
  }
}

type Stream = ReturnType<typeof openStream>

function openStream({ url, authToken, send }: Server) {
  let status = 200
  let last: Promise<unknown> = Promise.resolve()
  const client = openHttp(url, authToken, (request: Request) => {
    // Nothing more is sent after a failure, or to another address, which a response may name.
    const isRefused = status !== 200 || new URL(request.url).origin !== url.origin
    const response = isRefused ? Promise.resolve(new Response(null, { status: 400 })) : send(request)
    last = response.then(
      (received) => {
        status = received.status
      },
      () => {
        status = 0
      },
    )
    return response
  })
  client.intMode = 'bigint'
  const stream = client.openStream()
  return {
    query: (statement: Stmt) => stream.query(statement),
    hasEnded: () => status === 400,
    close: async () => {
      stream.close()
      // The stream sends its last request in a microtask.
      await null
      await last
    },
  }
}
