import { type FileReading, type ReadingOptions, readKeywordFile } from './read-keyword-file.ts'

export type CsvTask = { file: File; choices: Choices }

export type Choices = Pick<ReadingOptions, 'mapping' | 'encoding'>

/** Rows stay in the worker; parts are blobs, which transfer without copying. */
export type CsvMessage = { kind: 'progress'; share: number } | { kind: 'reading'; reading: FileReading }

const post = (message: CsvMessage) => postMessage(message)

addEventListener('message', async ({ data }: MessageEvent<CsvTask>) => {
  try {
    const { file, choices } = data
    const reading = await readKeywordFile(file, {
      ...choices,
      onProgress: (share) => post({ kind: 'progress', share }),
    })
    post({ kind: 'reading', reading })
  } catch (error) {
    // DOMExceptions mean that the file was moved, changed or deleted.
    const problem = error instanceof DOMException ? 'reading' : 'format'
    post({ kind: 'reading', reading: { problem, detail: null } })
  }
})
