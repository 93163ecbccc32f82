import type { Choices, CsvMessage, CsvTask } from './csv-worker.ts'
import type { FileReading } from './read-keyword-file.ts'

export type CsvReader = {
  /** `choices` override what was detected. A new call replaces the previous one. */
  read(file: File, choices: Choices, onProgress: (share: number) => void): Promise<FileReading>
  /** Terminates the worker; pending reads never settle. */
  close(): void
}

/** Reads CSV files in a worker, because 50 MB would block the page. */
export function createCsvReader(): CsvReader {
  const worker = new Worker(new URL('./csv-worker.ts', import.meta.url), { type: 'module' })

  function read(file: File, choices: Choices, onProgress: (share: number) => void): Promise<FileReading> {
    return new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<CsvMessage>) => {
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
