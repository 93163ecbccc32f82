import { FILE_NAME_MAX, KEYWORD_UPLOAD_PATH, KEYWORDS_PATH, type UploadAnswer } from '#domain/keywords.ts'
import { callAdmin, sendAdmin } from '#web/admin/client.ts'

export type Sending = {
  batch: string
  fileName: string
  parts: Blob[]
  /** How many of them the server has, and how many keywords it stored. */
  sent: number
  count: number
}

/** The file's name as it is kept: systems allow signs in it that the server does not. */
export const keptName = (name: string): string =>
  name
    .slice(0, FILE_NAME_MAX)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')

/** A name for an upload that no other one has: a time and something random. */
export function newBatch(): string {
  const random = Array.from(crypto.getRandomValues(new Uint32Array(2)), (number) => number.toString(36))
  return `upload_${Date.now()}_${random.join('')}`
}

/**
 * Sends the parts that the server does not have yet, one after the other, and answers what it has then. A part whose
 * answer was lost may be sent again: the server takes it once. Throws what `sendAdmin` throws, and AbortError.
 */
export async function sendParts(
  sending: Sending,
  signal: AbortSignal,
  onSent: (sending: Sending) => void,
): Promise<Sending> {
  let now = sending
  while (now.sent < now.parts.length) {
    const part = now.sent + 1
    const { batch: uploadBatch, fileName } = now
    const label = JSON.stringify({ uploadBatch, part, parts: now.parts.length, fileName }).slice(0, -1)
    const body = new Blob([label, ',"csvData":[', now.parts[now.sent] ?? '', ']}'])
    const response = await sendAdmin('POST', KEYWORD_UPLOAD_PATH, body, signal)
    const answer: UploadAnswer = await response.json()
    now = { ...now, sent: part, count: now.count + answer.count }
    onSent(now)
  }
  return now
}

export const deleteBatch = (batch: string) =>
  callAdmin('DELETE', `${KEYWORDS_PATH}/batches/${encodeURIComponent(batch)}`)

export const deleteBatches = (batches: string[]) =>
  callAdmin('POST', `${KEYWORDS_PATH}/batches/bulk-delete`, { batches })
