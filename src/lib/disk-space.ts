import { statfsSync } from 'node:fs'
import { showBytes } from '#domain/show-bytes.ts'
import { StartError } from '#src/errors.ts'

export type FreeBytes = (folder: string) => number

/** Bytes that this process may still write to the disk of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** A disk that is filled to its last byte stops whatever else writes to it. */
export const SPARE_BYTES = 16 * 1024 * 1024

/** Throws StartError where the disk of a folder has no room for so many bytes. */
export function requireSpace(folder: string, bytes: number, free: FreeBytes = freeBytes): void {
  const room = Math.max(0, free(folder) - SPARE_BYTES)
  if (bytes <= room) return
  throw new StartError(
    `The disk of ${folder} has no room: ${showBytes(bytes)} are needed and ${showBytes(room)} are free.`,
  )
}
