import { get } from 'node:http'
import { readConfig } from '#src/config.ts'
import { type Command, takesSettings } from './command.ts'

const PATIENCE_MS = 3_000

/** `passwright health`: exit status 0 when the server on this machine answers and its database does too. */
export const healthCommand: Command = {
  help: `Usage: passwright health [--host ADDRESS] [--port NUMBER]

Asks the server at that address, by the same settings as serve, whether it and its database answer.
Exit status 0 when they do, 1 when not.`,
  takes: [{ flags: takesSettings() }],
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

/** What is wrong; null when nothing is. Not by `fetch`, which would ask this machine through the environment's proxy. */
function ask(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const request = get({ host, port, path: '/readyz', signal, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode === 200 ? null : `status ${response.statusCode}`)
    })
    request.on('error', (error) => resolve(signal.aborted ? 'no answer' : error.message))
  })
}

/** An address that stands for every interface can't be called itself. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}
