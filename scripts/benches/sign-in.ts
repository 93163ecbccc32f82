import { OWNER, post, signInFirst } from '../administrators.ts'
import { EXECUTABLE, type Listening, scratchFolder, startListening } from '../listening.ts'
import { type Bench, interleaved, quantile } from '../measure.ts'

const ROUNDS = 40
const RETIRED = { username: 'retired', email: 'retired@example.com', password: 'analytical engine' }

export const bench: Bench = {
  about: `The time of a sign-in, ${ROUNDS} rounds: unknown name, wrong password and inactive account must not differ`,
  async run() {
    await using folder = await scratchFolder()
    const command = [EXECUTABLE, 'serve', '--port', '0', '--trust-proxy', '127.0.0.1']
    await using server = await startListening(command, folder.path)
    const token = await signInFirst(server, folder.path)
    await post(server, '/api/admin/users', { ...RETIRED, isActive: false }, { token })

    const measured = await interleaved(ROUNDS, {
      'wrong password': timed(server, 401, () => ({ ...OWNER, password: 'wrong password' })),
      'unknown name': timed(server, 401, (round) => ({
        username: `nobody${round}`,
        password: OWNER.password,
      })),
      'inactive account': timed(server, 401, () => RETIRED),
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

/** One sign-in a call, each from an address of its own, so that none is made to wait; milliseconds. */
function timed(server: Listening, status: number, account: (round: number) => object): () => Promise<number> {
  let round = 0
  return async () => {
    round += 1
    const body = account(round)
    const address = `198.51.${status % 100}.${round}`
    const started = performance.now()
    const answer = await post(server, '/api/admin/login', body, { address })
    await answer.arrayBuffer()
    if (answer.status !== status) throw new Error(`the sign-in was answered with ${answer.status}`)
    return performance.now() - started
  }
}
