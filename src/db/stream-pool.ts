/** A libSQL server opens the database for each stream, four times the work of a statement. */
const POOLED_MAX = 8
/** The server ends idle streams after 10 seconds. */
const POOLED_MS = 5_000

/** The client closes the stream after each statement. */
const REQUEST_START = '{"requests":[{"type":"execute",'
const REQUEST_END = ',{"type":"close"}]}'

const OPEN_RESPONSE = /^\{"baton":("[^"]*"),"base_url":null(,"results":\[\{"type":"(\w+)")/

const RESPONSE_END = ']}'
const CLOSE_RESULT = ',{"type":"ok","response":{"type":"close"}}]}'

type Send = (request: Request) => Promise<Response>

export type StreamPool = {
  send: Send
  close(): Promise<unknown>
}

/** If the server has ended a stream, the statement didn't run and is sent again. */
export function createStreamPool(send: Send, now: () => number): StreamPool {
  let kept: { baton: string; at: number; close(): Promise<unknown> }[] = []

  async function sendPooled(request: Request): Promise<Response> {
    const body = await request.text()
    const { url, method, headers } = request
    const sendBody = (body: string) => send(new Request(url, { method, headers, body }))
    if (!body.startsWith(REQUEST_START) || !body.endsWith(REQUEST_END)) return sendBody(body)
    const statement = `${body.slice(1, -REQUEST_END.length)}]}`
    const baton = takeStream()
    const response = baton ? await sendBody(`{"baton":${baton},${statement}`) : null
    return pool(response && response.status !== 400 ? response : await sendBody(`{${statement}`), sendBody)
  }

  function takeStream(): string | null {
    const stream = kept.pop()
    if (!stream) return null
    if (stream.at > now() - POOLED_MS) return stream.baton
    // The others are even older.
    kept = []
    return null
  }

  async function pool(response: Response, sendBody: (body: string) => Promise<Response>): Promise<Response> {
    const text = await response.text()
    if (!response.ok)
      return new Response(text, { status: response.status, headers: { 'content-type': typeOf(response) } })
    const [beginning, baton, results, outcome] = OPEN_RESPONSE.exec(text) ?? []
    if (!beginning || !baton || !text.endsWith(RESPONSE_END)) return closedByServer(text)
    const close = () => sendBody(`{"baton":${baton},"requests":[{"type":"close"}]}`).catch(() => undefined)
    if (outcome === 'ok' && kept.length < POOLED_MAX) kept.push({ baton, at: now(), close })
    else void close()
    return new Response(
      `{"baton":null,"base_url":null${results}${text.slice(beginning.length, -RESPONSE_END.length)}${CLOSE_RESULT}`,
    )
  }

  return {
    send: sendPooled,
    close: () => {
      const closing = kept.map(({ close }) => close())
      kept = []
      return Promise.all(closing)
    },
  }
}

function closedByServer(text: string): Response {
  const { results }: { results: object[] } = JSON.parse(text)
  const closed = { type: 'ok', response: { type: 'close' } }
  return Response.json({ baton: null, base_url: null, results: [...results, closed] })
}

const typeOf = ({ headers }: Response) => headers.get('content-type') ?? 'text/plain'
