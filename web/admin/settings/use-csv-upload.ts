import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Mapping } from '#domain/keyword-csv/columns.ts'
import { FILE_MESSAGES, type FileProblem, judgeFile } from '#domain/keywords.ts'
import { messageOf } from '#web/admin/client.ts'
import { ApiError } from '#web/lib/api.ts'
import { useToast } from '#web/ui/toast.tsx'
import { type CsvReader, createCsvReader } from './csv-client.ts'
import type { Summary } from './csv-reading.ts'
import type { Choices } from './csv-worker.ts'
import type { Encoding } from './encoding.ts'
import { deleteBatch, keptName, newBatch, type Sending, sendParts } from './send-parts.ts'

/** `percent` is what the bar shows. */
export type CsvUpload =
  | { phase: 'idle'; note: string | null }
  | { phase: 'reading'; file: File; percent: number; summary: Summary | null }
  | { phase: 'ready'; file: File; percent: number; summary: Summary; parts: Blob[] }
  | { phase: 'sending'; file: File; percent: number; summary: Summary; sending: Sending }
  | { phase: 'done'; file: File; percent: 100; summary: Summary; count: number }
  | { phase: 'stopped'; file: File; percent: number; summary: Summary; sending: Sending; reason: string }

const CHOSEN = 10
const BEGUN = 30
const HALF_READ = 60
const READ = 80
const SENDING = 90
const PAUSE_MS = 500

const NO_ANSWER = 'The server did not answer. What it has stays; only the rest will be sent again.'

const whileReading = (share: number) => (share < 0.5 ? BEGUN : HALF_READ)
const whileSending = ({ sent, parts }: Sending) =>
  SENDING + Math.floor(((100 - SENDING) * sent) / parts.length)

/** From the choice of a file to its last keyword stored. `onChange` is called when the server's keywords changed. */
export function useCsvUpload(onChange: () => void) {
  const [upload, setUpload] = useState<CsvUpload>({ phase: 'idle', note: null })
  const showToast = useToast()
  const work = useRef<Work>({ reader: null, abort: null })
  useEffect(() => () => stop(work.current), [])
  useLeaveWarning(upload.phase === 'sending')

  const reset = (note: string | null = null) => {
    stop(work.current)
    setUpload({ phase: 'idle', note })
  }

  const refuse = (problem: FileProblem, detail: string | null) => {
    reset(detail)
    showToast({ ...FILE_MESSAGES[problem], look: 'failure' })
  }

  async function read(file: File, choices: Choices = {}, known: Summary | null = null) {
    const show = (percent: number) => setUpload({ phase: 'reading', file, percent, summary: known })
    show(CHOSEN)
    work.current.reader ??= createCsvReader()
    // News that come at once must not skip a step.
    const showShare = (share: number) => flushSync(() => show(whileReading(share)))
    const reading = await work.current.reader.read(file, choices, showShare)
    if (reading.problem !== null) return refuse(reading.problem, reading.detail)
    const { summary, parts } = reading
    setUpload({ phase: 'ready', file, percent: READ, summary, parts })
  }

  function choose(file: File) {
    stop(work.current)
    const problem = judgeFile(file)
    if (problem) refuse(problem, null)
    else void read(file)
  }

  function remap(mapping: Mapping) {
    if (upload.phase !== 'ready') return
    const { file, summary } = upload
    void read(file, { mapping, encoding: summary.encoding }, { ...summary, mapping })
  }

  /** The column names may read differently, too: which holds what is found anew. */
  function recode(encoding: Encoding) {
    if (upload.phase === 'ready') void read(upload.file, { encoding }, { ...upload.summary, encoding })
  }

  async function send() {
    if (upload.phase !== 'ready' && upload.phase !== 'stopped') return
    const { file, summary } = upload
    const first: Sending =
      upload.phase === 'stopped'
        ? upload.sending
        : { batch: newBatch(), fileName: keptName(file.name), parts: upload.parts, sent: 0, count: 0 }
    let last = first
    const show = (sending: Sending, percent: number) => {
      last = sending
      setUpload({ phase: 'sending', file, percent, summary, sending })
    }
    const abort = new AbortController()
    work.current.abort = abort
    const { signal } = abort
    try {
      show(first, upload.percent)
      await pause(PAUSE_MS, signal)
      show(first, whileSending(first))
      const done = await sendParts(first, signal, (sending) => show(sending, whileSending(sending)))
      stop(work.current)
      setUpload({ phase: 'done', file, percent: 100, summary, count: done.count })
      showToast({
        title: 'Upload Complete!',
        description: `Successfully processed ${done.count} keywords from ${done.batch}`,
      })
    } catch (error) {
      if (signal.aborted) return
      const reason = messageOf(error, NO_ANSWER)
      setUpload({ phase: 'stopped', file, percent: whileSending(last), summary, sending: last, reason })
      showToast({ title: 'Failed to upload CSV file', description: reason, look: 'failure' })
    }
    onChange()
  }

  /** Gives up, also in the middle: what the server has of the file already is deleted again. */
  async function cancel() {
    const sending = upload.phase === 'sending' || upload.phase === 'stopped' ? upload.sending : null
    if (!sending) return reset()
    reset('The upload was canceled.')
    try {
      await deleteBatch(sending.batch)
    } catch (error) {
      if (error instanceof ApiError && isNothingThere(error, sending)) return
      showToast({
        title: 'Failed to delete the upload',
        description: messageOf(error, NO_ANSWER),
        look: 'failure',
      })
    } finally {
      onChange()
    }
  }

  return { upload, choose, remap, recode, send, cancel }
}

/** Not even the first part had been stored, or the sender may neither upload nor delete. */
const isNothingThere = ({ status }: ApiError, { sent }: Sending) =>
  status === 404 || (status === 403 && sent === 0)

/** What goes on beside the page, and has to end with it. */
type Work = { reader: CsvReader | null; abort: AbortController | null }

function stop(work: Work): void {
  work.reader?.close()
  work.reader = null
  work.abort?.abort()
  work.abort = null
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

/** Closing the tab would end the upload in the middle: the browser asks first. */
function useLeaveWarning(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isBusy])
}
