import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Mapping } from '#domain/keyword-csv/columns.ts'
import { FILE_MESSAGES, type FileProblem, findFileProblem } from '#domain/keywords.ts'
import type { Encoding } from '#domain/text-encoding.ts'
import { messageOf } from '#web/admin/client.ts'
import { ApiError } from '#web/lib/api.ts'
import { useToast } from '#web/ui/toast.tsx'
import { type FileReading, type ReadingOptions, readKeywordFile, type Summary } from './read-keyword-file.ts'
import { cleanFileName, deleteBatch, newBatch, sendParts, type UploadProgress } from './uploads.ts'

/** `percent` is the value of the progress bar. */
export type CsvUpload =
  | { phase: 'idle'; note: string | null }
  | { phase: 'reading'; file: File; percent: number; summary: Summary | null }
  | { phase: 'ready'; file: File; percent: number; summary: Summary; parts: Blob[] }
  | { phase: 'sending'; file: File; percent: number; summary: Summary; sending: UploadProgress }
  | { phase: 'done'; file: File; percent: 100; summary: Summary; count: number }
  | {
      phase: 'stopped'
      file: File
      percent: number
      summary: Summary
      sending: UploadProgress
      reason: string
    }

const CHOSEN_PERCENT = 10
const READING_PERCENT = 30
const HALF_READ_PERCENT = 60
const READ_PERCENT = 80
const SENDING_PERCENT = 90
const PAUSE_MS = 500

const NO_RESPONSE = 'The server did not respond. Parts already stored are kept; only the rest is sent again.'

const whileReading = (share: number) => (share < 0.5 ? READING_PERCENT : HALF_READ_PERCENT)
const whileSending = ({ sent, parts }: UploadProgress) =>
  SENDING_PERCENT + Math.floor(((100 - SENDING_PERCENT) * sent) / parts.length)

/** State machine from choosing a file to the last stored keyword. `onChange` is called when stored keywords change. */
export function useCsvUpload(onChange: () => void) {
  const [upload, setUpload] = useState<CsvUpload>({ phase: 'idle', note: null })
  const showToast = useToast()
  const running = useRef(new AbortController())
  useEffect(() => () => running.current.abort(), [])
  useLeaveWarning(upload.phase === 'sending')

  /** Cancels what is being read or sent. */
  const restart = () => {
    running.current.abort()
    running.current = new AbortController()
    return running.current.signal
  }

  const reset = (note: string | null = null) => {
    restart()
    setUpload({ phase: 'idle', note })
  }

  const refuse = (problem: FileProblem, detail: string | null) => {
    reset(detail)
    showToast({ ...FILE_MESSAGES[problem], look: 'failure' })
  }

  async function read(file: File, choices: ReadingOptions = {}, known: Summary | null = null) {
    const signal = restart()
    const show = (percent: number) => setUpload({ phase: 'reading', file, percent, summary: known })
    show(CHOSEN_PERCENT)
    // Batched updates would skip a step.
    const onProgress = (share: number) => signal.aborted || flushSync(() => show(whileReading(share)))
    const reading = await readKeywordFile(file, { ...choices, onProgress, signal }).catch(failureOf)
    if (signal.aborted) return
    if (reading.problem !== null) return refuse(reading.problem, reading.detail)
    const { summary, parts } = reading
    setUpload({ phase: 'ready', file, percent: READ_PERCENT, summary, parts })
  }

  function choose(file: File) {
    const problem = findFileProblem(file)
    if (problem) refuse(problem, null)
    else void read(file)
  }

  function changeMapping(mapping: Mapping) {
    if (upload.phase !== 'ready') return
    const { file, summary } = upload
    void read(file, { mapping, encoding: summary.encoding }, { ...summary, mapping })
  }

  /** Column names may decode differently, so detect the mapping again. */
  function changeEncoding(encoding: Encoding) {
    if (upload.phase === 'ready') void read(upload.file, { encoding }, { ...upload.summary, encoding })
  }

  async function send() {
    if (upload.phase !== 'ready' && upload.phase !== 'stopped') return
    const { file, summary } = upload
    const first: UploadProgress =
      upload.phase === 'stopped'
        ? upload.sending
        : { batch: newBatch(), fileName: cleanFileName(file.name), parts: upload.parts, sent: 0, count: 0 }
    let last = first
    const show = (sending: UploadProgress, percent: number) => {
      last = sending
      setUpload({ phase: 'sending', file, percent, summary, sending })
    }
    const signal = restart()
    try {
      show(first, upload.percent)
      await pause(PAUSE_MS, signal)
      show(first, whileSending(first))
      const done = await sendParts(first, signal, (sending) => show(sending, whileSending(sending)))
      setUpload({ phase: 'done', file, percent: 100, summary, count: done.count })
      showToast({
        title: 'Upload Complete!',
        description: `Successfully processed ${done.count} keywords from ${done.batch}`,
      })
    } catch (error) {
      if (signal.aborted) return
      const reason = messageOf(error, NO_RESPONSE)
      setUpload({ phase: 'stopped', file, percent: whileSending(last), summary, sending: last, reason })
      showToast({ title: 'Failed to upload CSV file', description: reason, look: 'failure' })
    }
    onChange()
  }

  /** Cancels at any step, and deletes the parts already stored. */
  async function cancel() {
    const sending = upload.phase === 'sending' || upload.phase === 'stopped' ? upload.sending : null
    if (!sending) return reset()
    reset('The upload was canceled.')
    try {
      await deleteBatch(sending.batch)
    } catch (error) {
      if (error instanceof ApiError && isNothingStored(error, sending)) return
      showToast({
        title: 'Failed to delete the upload',
        description: messageOf(error, NO_RESPONSE),
        look: 'failure',
      })
    } finally {
      onChange()
    }
  }

  return { upload, choose, changeMapping, changeEncoding, send, cancel }
}

/** The server has stored no part, or the user may no longer upload or delete. */
const isNothingStored = ({ status }: ApiError, { sent }: UploadProgress) =>
  status === 404 || (status === 403 && sent === 0)

/** DOMExceptions mean that the file was moved, changed or deleted. */
const failureOf = (error: unknown): FileReading => ({
  problem: error instanceof DOMException ? 'reading' : 'format',
  detail: null,
})

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

/** Asks before the tab closes during an upload. */
function useLeaveWarning(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isBusy])
}
