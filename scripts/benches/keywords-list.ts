import { post, signInFirst } from '../administrators.ts'
import { exportedRow } from '../keyword-files.ts'
import { type Bench, interleaved, quantile } from '../measure.ts'
import { responseTimesDuring } from '../response-times.ts'
import { EXECUTABLE, scratchFolder, startServer } from '../start-server.ts'

const UPLOADS = 4
const PARTS = 25
const ROWS = 10_000
const ROUNDS = 20
const PATH = '/api/admin/competitor-keywords'

export const bench: Bench = {
  about: `Statistics and lists of ${(UPLOADS * PARTS * ROWS).toLocaleString('en')} stored keywords`,
  async run() {
    await using folder = await scratchFolder()
    await using server = await startServer([EXECUTABLE, 'serve', '--port', '0'], folder.path)
    const token = await signInFirst(server, folder.path)
    for (let upload = 0; upload < UPLOADS; upload++) {
      for (let part = 1; part <= PARTS; part++) {
        const csvData = Array.from({ length: ROWS }, (_, index) =>
          rowOf((upload * PARTS + part) * ROWS + index),
        )
        const body = { uploadBatch: `upload_${upload}`, part, parts: PARTS, csvData }
        await post(server, `${PATH}/upload`, body, { token })
      }
    }
    const get = (query: string) => async () => {
      const started = performance.now()
      const response = await fetch(`${server.url}${PATH}${query}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      await response.bytes()
      if (response.status !== 200) throw new Error(`${query} returned ${response.status}`)
      return performance.now() - started
    }
    const subjects = {
      stats: get('/stats'),
      'the newest 1,000': get(''),
      '50 from the middle': get('?limit=50&offset=500000'),
      uploads: get('/batches'),
      '50 by traffic': get('?limit=50&sort=traffic'),
      '50 by name': get('?limit=50&sort=keyword'),
      '50 with a word': get('?limit=50&search=wifi'),
    }
    await interleaved(2, subjects)
    const { result, waits } = await responseTimesDuring(`${server.url}/healthz`, () =>
      interleaved(ROUNDS, subjects),
    )
    return [
      ['', 'median ms', 'target'],
      ...[...result].map(([name, all], index) => [name, quantile(all).toFixed(1), index < 2 ? '20' : '']),
      ['slowest other request, ms', waits.longest.toFixed(0), ''],
      ['99th percentile of other requests, ms', waits.p99.toFixed(1), ''],
    ]
  },
}

function rowOf(index: number) {
  const [keyword, position, , volume, , , , traffic] = exportedRow(index)
  return { Keyword: keyword, Position: position, 'Search Volume': volume, Traffic: traffic }
}
