import { post, signInFirst } from '../administrators.ts'
import { exportedRow } from '../keyword-files.ts'
import { EXECUTABLE, scratchFolder, startListening } from '../listening.ts'
import { type Bench, interleaved, quantile } from '../measure.ts'
import { waitsDuring } from '../waiting.ts'

const UPLOADS = 4
const PARTS = 25
const ROWS = 10_000
const ROUNDS = 20
const PATH = '/api/admin/competitor-keywords'

export const bench: Bench = {
  about: `Figures and lists of ${(UPLOADS * PARTS * ROWS).toLocaleString('en')} stored keywords`,
  async run() {
    await using folder = await scratchFolder()
    await using server = await startListening([EXECUTABLE, 'serve', '--port', '0'], folder.path)
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
      const answer = await fetch(`${server.url}${PATH}${query}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      await answer.bytes()
      if (answer.status !== 200) throw new Error(`${query} was answered ${answer.status}`)
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
    const { result, waits } = await waitsDuring(`${server.url}/healthz`, () => interleaved(ROUNDS, subjects))
    return [
      ['', 'median ms', 'goal'],
      ...[...result].map(([name, all], place) => [name, quantile(all).toFixed(1), place < 2 ? '20' : '']),
      ['longest wait of another request', waits.longest.toFixed(0), ''],
      ['99th percentile of these waits', waits.p99.toFixed(1), ''],
    ]
  },
}

function rowOf(index: number) {
  const [keyword, position, , volume, , , , traffic] = exportedRow(index)
  return { Keyword: keyword, Position: position, 'Search Volume': volume, Traffic: traffic }
}
