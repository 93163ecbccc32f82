/** What came back over a socket: status 0 when the connection was closed without a word. */
export type RawAnswer = { status: number; headers: Headers; body: string }

/**
 * Sends bytes as they are (one for each character up to \xff) to a server on this machine and reads until it closes;
 * `patienceMs` ends the wait for one that keeps the connection, and `isEnough` looks at what came so far.
 */
export async function exchange(
  url: string,
  text: string,
  patienceMs = 3000,
  isEnough: (answer: RawAnswer) => boolean = () => false,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const heard: Buffer[] = []
  const closed = Promise.withResolvers<void>()
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data: (_, bytes) => {
        heard.push(Buffer.from(bytes))
        if (isEnough(parse(Buffer.concat(heard)))) closed.resolve()
      },
      close: () => closed.resolve(),
      error: () => closed.resolve(),
    },
  })
  socket.write(Buffer.from(text, 'latin1'))
  const patience = setTimeout(closed.resolve, patienceMs)
  await closed.promise
  clearTimeout(patience)
  socket.end()
  return parse(Buffer.concat(heard))
}

/** Whether the answer is there to its end, where it says how long it is. */
export const isWhole = ({ headers, body }: RawAnswer): boolean =>
  headers.has('content-length') && body.length >= Number(headers.get('content-length'))

/** A request with this line and these header lines, on a connection of its own. */
export const rawRequest = (line: string, ...headers: string[]) =>
  [line, ...headers, 'Connection: close', '', ''].join('\r\n')

function parse(bytes: Buffer): RawAnswer {
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
