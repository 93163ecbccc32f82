import { createHash } from 'node:crypto'

type Answer = (lines: string[]) => Response | Promise<Response>

export type BreachServer = {
  url: string
  requests: { path: string; headers: Record<string, string>; body: string }[]
  [Symbol.asyncDispose](): Promise<void>
}

const PADDING_LINES = 800

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()

/** Serves the range protocol; `leaked` has leak counts by password. */
export function startBreachServer(
  leaked: Record<string, number>,
  answer: Answer = (lines) => new Response(lines.join('\r\n')),
): BreachServer {
  const requests: BreachServer['requests'] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      requests.push({
        path: pathname,
        headers: Object.fromEntries(request.headers),
        body: await request.text(),
      })
      const prefix = pathname.slice('/range/'.length)
      return answer([...rangeOf(prefix, leaked), ...padding()])
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}/range`,
    requests,
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}

const rangeOf = (prefix: string, leaked: Record<string, number>) =>
  Object.entries(leaked)
    .map(([password, count]) => ({ hash: sha1(password), count }))
    .filter(({ hash }) => hash.startsWith(prefix))
    .map(({ hash, count }) => `${hash.slice(5)}:${count}`)

const padding = () => Array.from({ length: PADDING_LINES }, (_, index) => `${sha1(`${index}`).slice(5)}:0`)
