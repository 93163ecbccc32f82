import { isRefusal } from '#src/errors.ts'
import { readPieces } from './timed-body.ts'

/** The largest post has half as much. */
const DISCARDED_MAX_BYTES = 8 * 1024 * 1024
const WAIT_MS = 1_000

/**
 * Adds `Connection: close` if part of the body remains: a proxy that shares the connection would send another client's
 * request after it. Most bodies are discarded instead, because many clients read a response only once they have sent
 * everything. A route that stops reading a body must release its reader, and not cancel the stream.
 */
export async function endUnread(request: Request, response: Response): Promise<Response> {
  if (!(await discardBody(request))) response.headers.set('connection', 'close')
  return response
}

async function discardBody({ headers, body }: Request): Promise<boolean> {
  if (!body || body.locked) return true
  if (Number(headers.get('content-length')) > DISCARDED_MAX_BYTES) return false
  try {
    for await (const _ of readPieces({ body, waitBudgetMs: WAIT_MS }, DISCARDED_MAX_BYTES));
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}
