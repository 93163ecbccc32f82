import { WAIT_MS } from './time-limits.ts'

/** Status 0: the connection closed without a response. */
export type RawResponse = { status: number; headers: Headers; body: string }

/** Sends Latin-1 bytes and reads until the server closes, `timeoutMs` pass, or `isEnough` returns true. */
export async function exchange(
  url: string,
  text: string,
  timeoutMs = WAIT_MS,
  isEnough: (response: RawResponse) => boolean = () => false,
): Promise<RawResponse> {
  const { hostname, port } = new URL(url)
  const received: Buffer[] = []
  const closed = Promise.withResolvers<void>()
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data: (_, bytes) => {
        received.push(Buffer.from(bytes))
        if (isEnough(parse(Buffer.concat(received)))) closed.resolve()
      },
      close: () => closed.resolve(),
      error: () => closed.resolve(),
    },
  })
  socket.write(Buffer.from(text, 'latin1'))
  const timer = setTimeout(closed.resolve, timeoutMs)
  await closed.promise
  clearTimeout(timer)
  socket.end()
  return parse(Buffer.concat(received))
}

/** False without a length. */
export const isComplete = ({ headers, body }: RawResponse): boolean =>
  headers.has('content-length') && body.length >= Number(headers.get('content-length'))

export const rawRequest = (line: string, ...headers: string[]) =>
  [line, ...headers, 'Connection: close', '', ''].join('\r\n')

function parse(bytes: Buffer): RawResponse {
  const text = bytes.toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  const [line = '', ...lines] = text.slice(0, end < 0 ? undefined : end).split('\r\n')
  const headers = new Headers()
  for (const header of lines) {
    const colon = header.indexOf(':')
    if (colon > 0) headers.append(header.slice(0, colon), header.slice(colon + 1).trim())
  }
  return {
    status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1] ?? 0),
    headers,
    body: end < 0 ? '' : bytes.subarray(end + 4).toString(),
  }
}
