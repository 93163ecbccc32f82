import type { Database } from '#src/db/database.ts'
import type { Call } from '#src/http/call.ts'
import { createHolds } from '#src/http/holds.ts'
import type { Page } from '#src/http/paging.ts'
import { jsonArray, streamOf } from '#src/http/stream.ts'
import { firstUpTo, listPublishedSizes, readPublished, readSummaries, type Tag } from './store.ts'

/** As much content as one list holds: the rest is asked for by offset. */
export const LIST_BYTES = 4 * 1024 * 1024

/** Each holds a group of posts in memory for as long as its reader takes. */
const MOST_STREAMS = { ofNetwork: 4, ofWideNetwork: 6, ofEveryone: 16 }
const GROUP_BYTES = 64 * 1024
const GROUP_SUMMARIES = 20

/** The engine lets far more garbage gather than a flood of lists may add: it is collected after so many bytes of content. */
const COLLECT_BYTES = 16 * 1024 * 1024

type Asked = Page & { tag: Tag | undefined; view: 'summary' | undefined }

/** Lists that hardly anyone else will ask for: neither compressed nor kept, and read as fast as the client takes them. */
export function createListStreams(db: Database) {
  const holds = createHolds(MOST_STREAMS)

  let readBytes = 0

  function countRead(bytes: number): void {
    readBytes += bytes
    if (readBytes < COLLECT_BYTES) return
    readBytes = 0
    Bun.gc(true)
  }

  async function* groupsOf({ tag, view, ...slice }: Asked): AsyncGenerator<unknown[]> {
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

  const piecesOf = (asked: Asked) => jsonArray(groupsOf(asked))

  return {
    /** The list as JSON, read bit by bit. */
    piecesOf,
    /** Throws AppError unavailable when too many are under way. */
    answer: (call: Call, headers: Record<string, string>, asked: Asked): Response => {
      const about = { ...headers, 'content-type': 'application/json; charset=utf-8' }
      if (call.method === 'HEAD') return new Response(null, { headers: about })
      const release = holds.take(call.address)
      // A client that leaves before the first byte cancels nothing.
      call.request.signal.addEventListener('abort', release)
      return new Response(streamOf(piecesOf(asked), release), { headers: about })
    },
  }
}
