import { setTimeout } from 'node:timers/promises'
import { ANALYZER_PATH } from '#domain/analyses.ts'
import { KEYWORD_UPLOAD_PATH } from '#domain/keywords.ts'
import type { Ledger } from './ledger.ts'
import { newAddress, sendRequest } from './request.ts'

export const PASSWORD = 'an owl in the attic'

const ROWS_OF_PART = 10_000
const RESEND_MS = 500
/** The rest are drafts. */
const PUBLISHED_EVERY = 20

export type Load = {
  url: string
  ledger: Ledger
  account: { username: string; token: string }
  /** A website that accepts any query string. */
  site: string
  /** Between requests of one client, in milliseconds. */
  pauses: {
    visit: number
    event: number
    post: number
    message: number
    signIn: number
    file: number
    analysis: number
  }
  rowsOfFile: number
  over: AbortSignal
}

const PATHS = ['/', '/blog', '/faq', '/password-checker']

/** Simulates visitors and administrators, leaving CPU time for the faults. */
export async function keepLoad({
  url,
  ledger,
  account,
  site,
  pauses,
  rowsOfFile,
  over,
}: Load): Promise<void> {
  const { username, token } = account
  const rest = (ms: number) => setTimeout(ms, undefined, { signal: over }).catch(() => undefined)
  const repeat = async (pauseMs: number, work: () => Promise<void>) => {
    for (;;) {
      await rest(pauseMs)
      if (over.aborted) return
      await work()
    }
  }

  let visits = 0
  let posts = 0

  const visit = async () => {
    const path = PATHS[visits++ % PATHS.length] ?? '/'
    const { status } = await sendRequest(url + path)
    ledger.countStatus('visit', status)
  }

  const countEvent = async () => {
    const { status } = await sendRequest(`${url}/api/track/password-generated`, { json: { type: 'single' } })
    ledger.record('event', '', status)
  }

  const sendMessage = async () => {
    const subject = crypto.randomUUID()
    const json = { name: 'Ada', email: 'ada@example.com', subject, message: 'Works well, thank you.' }
    ledger.record('message', subject, (await sendRequest(`${url}/api/contact`, { json })).status)
  }

  const writePost = async () => {
    const slug = crypto.randomUUID()
    const status = posts++ % PUBLISHED_EVERY === 0 ? 'published' : 'draft'
    const json = { title: `Post ${slug}`, slug, content: 'x'.repeat(500), status }
    ledger.record('post', slug, (await sendRequest(`${url}/api/admin/blog/posts`, { json, token })).status)
  }

  /** The address is the mark, because the audit log records it. */
  const signIn = async () => {
    const address = newAddress()
    const json = { username, password: PASSWORD }
    const { status, body } = await sendRequest(`${url}/api/admin/login`, { json, address })
    ledger.record('sign-in', address, status)
    if (status !== 200) return
    ledger.countStatus(
      'account after sign-in',
      (await sendRequest(`${url}/api/admin/account`, { token: body.token })).status,
    )
  }

  const analyze = async () => {
    const address = `${site}?mark=${crypto.randomUUID()}`
    const { status } = await sendRequest(`${url}${ANALYZER_PATH}/analyze`, { json: { url: address }, token })
    ledger.record('analysis', address, status)
  }

  /** Repeats parts without a response, as the page does. */
  const sendFile = async () => {
    const uploadBatch = `upload_${crypto.randomUUID()}`
    const parts = Math.ceil(rowsOfFile / ROWS_OF_PART)
    for (let part = 1; part <= parts && !over.aborted; part++) {
      const first = (part - 1) * ROWS_OF_PART
      const csvData = Array.from({ length: Math.min(ROWS_OF_PART, rowsOfFile - first) }, (_, row) =>
        rowOf(first + row),
      )
      const json = { uploadBatch, part, parts, csvData }
      while (!over.aborted) {
        const { status } = await sendRequest(url + KEYWORD_UPLOAD_PATH, { json, token })
        ledger.record('upload', `${uploadBatch} ${part} ${csvData.length}`, status)
        if (status === 200) break
        await rest(RESEND_MS)
      }
    }
  }

  await Promise.all([
    repeat(pauses.visit, visit),
    repeat(pauses.event, countEvent),
    repeat(pauses.event, countEvent),
    repeat(pauses.post, writePost),
    repeat(pauses.message, sendMessage),
    repeat(pauses.signIn, signIn),
    repeat(pauses.analysis, analyze),
    repeat(pauses.file, sendFile),
  ])
}

const rowOf = (number: number) => ({
  Keyword: `free password generator for a wifi router ${number}`,
  Position: String(1 + (number % 100)),
  'Search Volume': String(number % 90_000),
  Traffic: String(number % 5_000),
})
