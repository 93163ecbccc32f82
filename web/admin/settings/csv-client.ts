import type { Reading } from './csv-reading.ts'
import type { Choices, CsvNews, CsvTask } from './csv-worker.ts'

export type CsvReader = {
  /** Reads a file, by what is found in it or by what was chosen instead; the last call's answer is the one that counts. */
  read(file: File, choices: Choices, onProgress: (share: number) => void): Promise<Reading>
  /** Ends the worker; a reading under way is never answered. */
  close(): void
}

/** Reads CSV files away from the page's own thread, so that the page answers while 50 MB are read. */
export function createCsvReader(): CsvReader {
  const worker = new Worker(new URL('./csv-worker.ts', import.meta.url), { type: 'module' })

  function read(file: File, choices: Choices, onProgress: (share: number) => void): Promise<Reading> {
    return new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<CsvNews>) => {
        if (data.kind === 'progress') onProgress(data.share)
        else resolve(data.reading)
      }
      worker.onerror = () => resolve({ problem: 'format', detail: null })
      const task: CsvTask = { file, choices }
      worker.postMessage(task)
    })
  }

  return { read, close: () => worker.terminate() }
}
