import { WAIT_MS } from '#src/testing/time-limits.ts'
import { type Server, startServer } from '#web/e2e/harness.ts'

export type Instance = Awaited<ReturnType<typeof startInstance>>

/** As RestartSec in the unit from `passwright service`. */
const RESTART_MS = 2_000

type Options = { port: number; folder: string; env: Record<string, string>; flags: string[] }

/** A server process that can be killed and restarted. */
export async function startInstance(options: Options) {
  const outputs: (() => string)[] = []
  const start = async () => {
    const server = await startServer(options)
    outputs.push(server.output)
    return server
  }
  let server = await start()
  return {
    url: server.url,
    pid: () => server.pid,
    kill: async () => {
      await server.stop('SIGKILL')
    },
    /** Retries like systemd while the database is still down. */
    restart: async () => {
      server = await startWithRetries(start)
    },
    output: () => outputs.map((output) => output()).join(''),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

async function startWithRetries(start: () => Promise<Server>): Promise<Server> {
  const began = performance.now()
  for (;;) {
    try {
      return await start()
    } catch (error) {
      if (performance.now() - began > WAIT_MS) throw error
      process.stdout.write(`an instance did not start: ${error}\n`)
      await Bun.sleep(RESTART_MS)
    }
  }
}
