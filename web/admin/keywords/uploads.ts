import { FILE_NAME_MAX, KEYWORD_UPLOAD_PATH, KEYWORDS_PATH } from '#domain/keywords.ts'
import { type AdminKey, callAdmin } from '#web/admin/client.ts'

export const UPLOADS_PATH = `${KEYWORDS_PATH}/batches` as const

export const KEYWORD_KEYS: AdminKey[] = [[KEYWORDS_PATH], [`${KEYWORDS_PATH}/stats`], [UPLOADS_PATH]]

export type UploadProgress = {
  batch: string
  fileName: string
  parts: Blob[]
  /** Number of parts that the server has stored. */
  sent: number
  count: number
}

/** Replaces characters that the server refuses in file names. */
export const cleanFileName = (name: string): string =>
  name
    .slice(0, FILE_NAME_MAX)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')

/** A unique id for an upload: time plus random digits. */
export function newBatch(): string {
  const random = Array.from(crypto.getRandomValues(new Uint32Array(2)), (number) => number.toString(36))
  return `upload_${Date.now()}_${random.join('')}`
}

/**
 * Sends the missing parts in order. Safe to repeat: the server stores each part once. Throws what `callAdmin` throws,
 * and AbortError.
 */
export async function sendParts(
  sending: UploadProgress,
  signal: AbortSignal,
  onSent: (sending: UploadProgress) => void,
): Promise<UploadProgress> {
  let now = sending
  while (now.sent < now.parts.length) {
    const part = now.sent + 1
    const { batch: uploadBatch, fileName } = now
    const label = JSON.stringify({ uploadBatch, part, parts: now.parts.length, fileName }).slice(0, -1)
    const body = new Blob([label, ',"csvData":[', now.parts[now.sent] ?? '', ']}'])
    const stored = await callAdmin('POST', KEYWORD_UPLOAD_PATH, { body, signal })
    now = { ...now, sent: part, count: now.count + stored.count }
    onSent(now)
  }
  return now
}

export const deleteBatch = (batch: string) =>
  callAdmin('DELETE', `${KEYWORDS_PATH}/batches/:batch`, { params: { batch } })

export const deleteBatches = (batches: string[]) =>
  callAdmin('POST', `${KEYWORDS_PATH}/batches/bulk-delete`, { body: { batches } })
