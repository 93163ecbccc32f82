import { chownSync, closeSync, fsyncSync, openSync, statSync } from 'node:fs'

export function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Makes created, renamed and deleted entries durable. */
export function syncFolder(path: string): void {
  // Windows flushes directory entries itself and can't open folders.
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Files that root creates must be usable by the server, which may run as the folder's owner. */
export function chownToFolderOwner(folder: string, ...paths: string[]): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  for (const path of paths) chownSync(path, uid, gid)
}
