import { readFileSync, statfsSync } from 'node:fs'

const IN_MEMORY = '/dev/shm'
/** In containers, /dev/shm often has 64 MB. */
const BYTES_MIN = 4 * 1024 ** 3

/** Preloaded: puts temporary files in memory if there is room, because each commit waits for the disk. */
if (process.env.TMPDIR === undefined && process.platform === 'linux' && isUsable())
  process.env.TMPDIR = IN_MEMORY

function isUsable(): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const [, , , options = 'noexec'] = mounts.find((line) => line.includes(` ${IN_MEMORY} `))?.split(' ') ?? []
  // Some tests load a library from this folder.
  if (options.split(',').includes('noexec')) return false
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize >= BYTES_MIN
}
