import { join } from 'node:path'
import { signInFirst } from '../administrators.ts'
import { writeBody } from '../keyword-files.ts'
import type { Bench } from '../measure.ts'
import { peakDuring, responseTimesDuring } from '../response-times.ts'
import { EXECUTABLE, scratchFolder, startServer } from '../start-server.ts'

const ROWS = 290_000

export const bench: Bench = {
  about: 'All rows of a CSV file of 50 MB in one call of 140 MB, and what other requests wait meanwhile',
  async run() {
    await using folder = await scratchFolder()
    const path = join(folder.path, 'body.json')
    const bytes = await writeBody(path, ROWS, 'upload_1_bench')
    await using server = await startServer([EXECUTABLE, 'serve', '--port', '0'], folder.path)
    const authorization = `Bearer ${await signInFirst(server, folder.path)}`

    const send = async () => {
      const started = performance.now()
      const answer = await fetch(`${server.url}/api/admin/competitor-keywords/upload`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: Bun.file(path),
      })
      if (answer.status !== 200) throw new Error(`the upload returned status ${answer.status}`)
      await answer.bytes()
      return performance.now() - started
    }
    const { result, waits } = await responseTimesDuring(`${server.url}/healthz`, () =>
      peakDuring(server.memory, send),
    )
    return [
      ['', 'measured', 'target'],
      ['body, MB', (bytes / 1e6).toFixed(0), ''],
      ['sent and stored, s', (result.result / 1000).toFixed(1), ''],
      ['memory of the server, MB', result.peak.toFixed(0), ''],
      ['longest wait of another request, ms', waits.longest.toFixed(0), '250'],
      ['99th percentile of these waits, ms', waits.p99.toFixed(1), ''],
    ]
  },
}
