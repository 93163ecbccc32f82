import { statfsSync } from 'node:fs'
import { formatBytes } from '#domain/format-bytes.ts'
import { StartError } from '#src/errors.ts'

export type FreeBytes = (folder: string) => number

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** A full disk would break other programs. */
export const SPARE_BYTES = 16 * 1024 * 1024

export function requireSpace(folder: string, bytes: number, free: FreeBytes = freeBytes): void {
  const room = Math.max(0, free(folder) - SPARE_BYTES)
  if (bytes <= room) return
  throw new StartError(
    `Not enough disk space for ${folder}: ${formatBytes(bytes)} needed, ${formatBytes(room)} free.`,
  )
}
