import { signInFirst } from '../administrators.ts'
import { EXECUTABLE, scratchFolder, startListening } from '../listening.ts'
import { putLoad } from '../load.ts'
import { type Bench, interleaved, medianRows } from '../measure.ts'

const ROUNDS = 7
const LOAD = { connections: 32, seconds: 2 }

export const bench: Bench = {
  about: `The figures of the dashboard, with a token, over ${LOAD.connections} connections, against the health check`,
  async run() {
    await using folder = await scratchFolder()
    await using server = await startListening([EXECUTABLE, 'serve', '--port', '0'], folder.path)
    const authorization = `Bearer ${await signInFirst(server, folder.path)}`
    const subjects = {
      dashboard: () => putLoad(`${server.url}/api/admin/dashboard`, { ...LOAD, headers: { authorization } }),
      'health check': () => putLoad(`${server.url}/healthz`, { ...LOAD, headers: {} }),
    }
    await interleaved(1, subjects)
    return medianRows(await interleaved(ROUNDS, subjects), {
      'requests/s': { read: ({ perSecond }) => perSecond, digits: 0 },
      'p50 ms': { read: ({ p50 }) => p50, digits: 2 },
      'p99 ms': { read: ({ p99 }) => p99, digits: 2 },
    })
  },
}
