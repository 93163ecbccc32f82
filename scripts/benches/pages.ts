import { EXECUTABLE, scratchFolder, startListening } from '../listening.ts'
import { putLoad } from '../load.ts'
import { type Bench, interleaved, medianRows } from '../measure.ts'

const ROUNDS = 7

/** A browser's name, so that each page is counted as a visitor's and not as a robot's. */
const HEADERS = {
  'accept-encoding': 'br',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}
const SETTINGS = { connections: 32, seconds: 2, headers: HEADERS }

/** The answer's own framing, which each server writes by itself. */
const FRAMING = ['date', 'content-length', 'connection', 'keep-alive', 'transfer-encoding']

export const bench: Bench = {
  about: `The home page, br, over ${SETTINGS.connections} connections, against a bare Bun.serve of the same answer`,
  async run() {
    await using folder = await scratchFolder()
    await using ours = await startListening([EXECUTABLE, 'serve', '--port', '0'], folder.path)
    const answer = await fetch(ours.url, { headers: HEADERS, decompress: false })
    const path = `${folder.path}/body`
    await Bun.write(path, await answer.bytes())
    const headers = [...answer.headers].filter(([name]) => !FRAMING.includes(name))
    const bareServer = [process.execPath, `${import.meta.dir}/../bare-server.ts`]
    await using bare = await startListening(
      [...bareServer, path, JSON.stringify(Object.fromEntries(headers))],
      folder.path,
    )

    const subjects = {
      passwright: () => putLoad(`${ours.url}/`, SETTINGS),
      'bare Bun.serve': () => putLoad(`${bare.url}/`, SETTINGS),
    }
    await interleaved(1, subjects)
    return medianRows(await interleaved(ROUNDS, subjects), {
      'requests/s': { read: ({ perSecond }) => perSecond, digits: 0 },
      'p50 ms': { read: ({ p50 }) => p50, digits: 2 },
      'p99 ms': { read: ({ p99 }) => p99, digits: 2 },
    })
  },
}
