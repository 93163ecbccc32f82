import type { Database } from '#src/db/database.ts'
import type { Call } from '#src/http/call.ts'
import { createConcurrencyLimit } from '#src/http/concurrency-limit.ts'
import type { Page } from '#src/http/paging.ts'
import { jsonArray, streamOf } from '#src/http/stream.ts'
import { firstUpTo } from '#src/lib/first-up-to.ts'
import { listPublishedSizes, readPublished, readSummaries, type Tag } from './public-store.ts'

const LIST_BYTES = 4 * 1024 * 1024

/** Each stream buffers a group of posts. */
const STREAMS_MAX = { perNetwork: 4, perWideNetwork: 6, total: 16 }
const GROUP_BYTES = 64 * 1024
const GROUP_SUMMARIES = 20

/** Under many list requests, Bun collects garbage too late, so we force it after this many bytes. */
const COLLECT_BYTES = 16 * 1024 * 1024

type ListQuery = Page & { tag: Tag | undefined; view: 'summary' | undefined }

/** Serves uncommon slices uncompressed and uncached, streamed with backpressure. */
export function createListStreams(db: Database) {
  const holds = createConcurrencyLimit(STREAMS_MAX)

  let readBytes = 0

  function countRead(bytes: number): void {
    readBytes += bytes
    if (readBytes < COLLECT_BYTES) return
    readBytes = 0
    Bun.gc(true)
  }

  async function* groupsOf({ tag, view, ...slice }: ListQuery): AsyncGenerator<unknown[]> {
    const sizes = await listPublishedSizes(db, slice, tag)
    const read = view ? readSummaries : readPublished
    let left = view ? sizes : sizes.slice(0, firstUpTo(LIST_BYTES, sizes).length)
    while (left.length > 0) {
      const ids = view ? left.slice(0, GROUP_SUMMARIES).map(({ id }) => id) : firstUpTo(GROUP_BYTES, left)
      yield await read(db, ids)
      if (!view) countRead(left.slice(0, ids.length).reduce((sum, { bytes }) => sum + bytes, 0))
      left = left.slice(ids.length)
    }
  }

  const piecesOf = (listQuery: ListQuery) => jsonArray(groupsOf(listQuery))

  return {
    piecesOf,
    /** Throws AppError unavailable if too many streams are open. */
    respond: (call: Call, headers: Record<string, string>, listQuery: ListQuery): Response => {
      const about = { ...headers, 'content-type': 'application/json; charset=utf-8' }
      if (call.method === 'HEAD') return new Response(null, { headers: about })
      const release = holds.take(call.address)
      // A client that disconnects before the first byte doesn't cancel the stream.
      call.request.signal.addEventListener('abort', release)
      return new Response(streamOf(piecesOf(listQuery), release), { headers: about })
    },
  }
}
