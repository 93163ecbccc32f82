import { type Reading, type ReadingOptions, readKeywordFile } from './csv-reading.ts'

/** What the page asks of the worker. */
export type CsvTask = { file: File; choices: Choices }

/** What a person chose instead of what was found. */
export type Choices = Pick<ReadingOptions, 'mapping' | 'encoding'>

/** What the worker tells the page. The rows stay out of it: parts are blobs, which are handed over without a copy. */
export type CsvNews = { kind: 'progress'; share: number } | { kind: 'reading'; reading: Reading }

const tell = (news: CsvNews) => postMessage(news)

addEventListener('message', async ({ data }: MessageEvent<CsvTask>) => {
  try {
    const { file, choices } = data
    const reading = await readKeywordFile(file, {
      ...choices,
      onProgress: (share) => tell({ kind: 'progress', share }),
    })
    tell({ kind: 'reading', reading })
  } catch (error) {
    // The browser's own errors are about the file: it was moved, changed or taken away.
    const problem = error instanceof DOMException ? 'reading' : 'format'
    tell({ kind: 'reading', reading: { problem, detail: null } })
  }
})
