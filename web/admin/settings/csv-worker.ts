import type { Mapping } from '#domain/keyword-csv/columns.ts'
import { type Reading, readKeywordFile } from './csv-reading.ts'

/** What the page asks of the worker. */
export type CsvTask = { file: File; mapping: Mapping | undefined }

/** What the worker tells the page. The rows stay out of it: parts are blobs, which are handed over without a copy. */
export type CsvNews = { kind: 'progress'; share: number } | { kind: 'reading'; reading: Reading }

const tell = (news: CsvNews) => postMessage(news)

addEventListener('message', async ({ data }: MessageEvent<CsvTask>) => {
  try {
    const { file, mapping } = data
    const reading = await readKeywordFile(file, {
      mapping,
      onProgress: (share) => tell({ kind: 'progress', share }),
    })
    tell({ kind: 'reading', reading })
  } catch (error) {
    // The browser's own errors are about the file: it was moved, changed or taken away.
    const problem = error instanceof DOMException ? 'reading' : 'format'
    tell({ kind: 'reading', reading: { problem, detail: null } })
  }
})
