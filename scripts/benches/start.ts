import { EXECUTABLE, scratchFolder, startListening } from '../listening.ts'
import { type Bench, interleaved, medianRows } from '../measure.ts'

const ROUNDS = 15
const IDLE_MS = 500

export const bench: Bench = {
  about: 'From start to the first page served, and memory when idle, against a bare Bun.serve of one byte',
  async run() {
    await using folder = await scratchFolder()
    const path = `${folder.path}/body`
    await Bun.write(path, '.')
    const subjects = {
      passwright: () => measureStart([EXECUTABLE, 'serve', '--port', '0'], folder.path),
      'bare Bun.serve': () =>
        measureStart([process.execPath, `${import.meta.dir}/../bare-server.ts`, path], folder.path),
    }
    // The first start makes the database; every later one finds it.
    await interleaved(1, subjects)
    return medianRows(await interleaved(ROUNDS, subjects), {
      'start ms': { read: ({ startMs }) => startMs, digits: 0 },
      'idle MB': { read: ({ idleMb }) => idleMb, digits: 0 },
    })
  },
}

async function measureStart(command: string[], cwd: string): Promise<{ startMs: number; idleMb: number }> {
  const started = performance.now()
  await using server = await startListening(command, cwd)
  const answer = await fetch(server.url)
  await answer.bytes()
  const startMs = performance.now() - started
  if (answer.status !== 200) throw new Error(`${server.url} answered ${answer.status}`)
  await Bun.sleep(IDLE_MS)
  return { startMs, idleMb: server.memory() }
}
