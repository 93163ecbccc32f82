import { OWNER, post, signInFirst } from '../administrators.ts'
import { type Bench, interleaved, quantile } from '../measure.ts'
import { EXECUTABLE, type RunningServer, scratchFolder, startServer } from '../start-server.ts'

const ROUNDS = 40
const INACTIVE = { username: 'inactive', email: 'inactive@example.com', password: 'analytical engine' }

export const bench: Bench = {
  about: `The time of a sign-in, ${ROUNDS} rounds: unknown name, wrong password and inactive account must not differ`,
  async run() {
    await using folder = await scratchFolder()
    const command = [EXECUTABLE, 'serve', '--port', '0', '--trust-proxy', '127.0.0.1']
    await using server = await startServer(command, folder.path)
    const token = await signInFirst(server, folder.path)
    await post(server, '/api/admin/users', { ...INACTIVE, isActive: false }, { token })

    const measured = await interleaved(ROUNDS, {
      'wrong password': timed(server, 401, () => ({ ...OWNER, password: 'wrong password' })),
      'unknown name': timed(server, 401, (round) => ({
        username: `nobody${round}`,
        password: OWNER.password,
      })),
      'inactive account': timed(server, 401, () => INACTIVE),
      'right password': timed(server, 200, () => OWNER),
    })
    const medians = [...measured].map(([name, all]) => ({ name, ms: quantile(all) }))
    const rows = medians.map(({ name, ms }) => [
      name,
      ms.toFixed(1),
      (ms / (medians[0]?.ms ?? ms)).toFixed(2),
    ])
    return [['', 'median ms', 'ratio'], ...rows]
  },
}

/** Milliseconds per sign-in; each from another address, to avoid the throttle. */
function timed(
  server: RunningServer,
  status: number,
  account: (round: number) => object,
): () => Promise<number> {
  let round = 0
  return async () => {
    round += 1
    const body = account(round)
    const address = `198.51.${status % 100}.${round}`
    const started = performance.now()
    const response = await post(server, '/api/admin/login', body, { address })
    await response.arrayBuffer()
    if (response.status !== status) throw new Error(`sign-in returned status ${response.status}`)
    return performance.now() - started
  }
}
