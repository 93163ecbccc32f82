import { isRefusal } from '#src/errors.ts'
import { readPieces } from './timed-body.ts'

/** The largest post has half as much. */
const DISCARDED_MAX_BYTES = 8 * 1024 * 1024
const WAIT_MS = 1_000
/** What is discarded occupies memory until the next garbage collection. */
const AT_ONCE = 4

/**
 * Returns whether the body was read or discarded. If not, the connection must close: a proxy that shares it would send
 * another client's request after the rest. Some bodies are discarded, because many clients read a response only once they
 * have sent everything. A route that stops reading a body must release its reader, and not cancel the stream.
 */
export function createBodyDiscard(): (request: Request) => Promise<boolean> {
  let discarding = 0

  return async ({ headers, body }) => {
    const length = Number(headers.get('content-length'))
    // Bun hides the bodies of GET, HEAD and TRACE.
    if (!body) return length === 0 && !headers.has('transfer-encoding')
    if (body.locked) return true
    if (discarding >= AT_ONCE || length > DISCARDED_MAX_BYTES) return false
    discarding += 1
    try {
      for await (const _ of readPieces({ body, waitBudgetMs: WAIT_MS }, DISCARDED_MAX_BYTES));
      return true
    } catch (error) {
      if (isRefusal(error)) return false
      throw error
    } finally {
      discarding -= 1
    }
  }
}
