import { get } from 'node:http'
import { readConfig } from '#src/config.ts'
import type { Command } from './command.ts'

const TIMEOUT_MS = 3_000

export const healthCommand: Command = {
  help: `Usage: passwright health [--host ADDRESS] [--port NUMBER]

Checks whether the server and its database respond. Finds the server through the same settings as serve.
Exit status 0 if they do, 1 if not.`,
  async run(args, { env, out, err }) {
    const { host, port } = readConfig(args, env)
    const failure = await ask(reachable(host), port)
    if (failure === null) {
      out('ok')
      return 0
    }
    err(`The server on ${host}, port ${port} failed the check: ${failure}`)
    return 1
  },
}

/** The problem, or null. Not with `fetch`, which would use the environment's proxy. */
function ask(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const request = get({ host, port, path: '/readyz', signal, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode === 200 ? null : `status ${response.statusCode}`)
    })
    request.on('error', (error) => resolve(signal.aborted ? 'no response' : error.message))
  })
}

/** Wildcard addresses can't be called. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}
