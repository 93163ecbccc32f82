import { readConfig } from '#src/config.ts'
import type { Command } from './command.ts'

const PATIENCE_MS = 3_000

/** `passwright health`: exit status 0 when the server on this machine answers and its database does too. */
export const healthCommand: Command = {
  name: 'health',
  summary: 'Ask the running server whether it is well (exit status 0 or 1)',
  help: `Usage: passwright health [--host ADDRESS] [--port NUMBER]

Asks the server at that address, by the same settings as serve, whether it and its database answer.
Exit status 0 when they do, 1 when not.`,
  async run(args, { env, out, err }) {
    const { host, port } = readConfig(args, env)
    const url = `http://${reachable(host)}:${port}/readyz`
    const failure = await ask(url)
    if (failure === null) {
      out('ok')
      return 0
    }
    err(`${url}: ${failure}`)
    return 1
  },
}

async function ask(url: string): Promise<string | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'manual' })
    return response.ok ? null : `status ${response.status}`
  } catch (error) {
    return error instanceof Error ? error.message : 'no answer'
  }
}

/** An address that stands for every interface can't be called itself. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
