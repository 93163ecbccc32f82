import { chownSync, closeSync, fsyncSync, openSync, statSync } from 'node:fs'

/** Settles when what was written to a file is on the disk, and would outlive a power cut. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** The same for the names in a folder: what was made, renamed or deleted there. */
export function syncFolder(path: string): void {
  // Windows keeps names by itself, and opens no folders.
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Hands what root has made in a folder to whoever owns that folder: the server may run as somebody else. */
export function giveToOwnerOf(folder: string, ...paths: string[]): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  for (const path of paths) chownSync(path, uid, gid)
}
