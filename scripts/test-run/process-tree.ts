import { dlopen } from 'bun:ffi'
import { readdirSync, readFileSync } from 'node:fs'

const PR_SET_CHILD_SUBREAPER = 36
const POLL_MS = 20

/** User and system time are fields 14 to 17 of /proc/PID/stat, counted from 1, in hundredths of a second. */
const FIRST_TIME = 11
const TICKS_PER_SECOND = 100

export type Process = { pid: number; parent: number; isZombie: boolean; seconds: number }

/** From now on, descendants that lose their parent become this process's children (Linux only). */
export function adoptOrphans(): void {
  if (process.platform !== 'linux') return
  for (const library of ['libc.so.6', `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`]) {
    try {
      const { prctl } = dlopen(library, {
        prctl: { args: ['i32', 'u64', 'u64', 'u64', 'u64'], returns: 'i32' },
      }).symbols
      prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
      return
    } catch (error) {
      if (!(error instanceof Error && /dlopen|open library/i.test(error.message))) throw error
    }
  }
}

/** All descendants of this process, without zombies. */
export function descendants(): number[] {
  const children = Map.groupBy(processes(), ({ parent }) => parent)
  const found: number[] = []
  const visit = (pid: number) => {
    for (const child of children.get(pid) ?? []) {
      if (!child.isZombie) found.push(child.pid)
      visit(child.pid)
    }
  }
  visit(process.pid)
  return found
}

/** Kills adopted processes: all children except `own`, which this process started. */
export function killOrphans(own: ReadonlySet<number>): void {
  for (const { pid, parent, isZombie } of processes())
    if (parent === process.pid && !isZombie && !own.has(pid)) kill(pid)
}

/** Resolves when this process has no living descendants. */
export async function killDescendants(): Promise<void> {
  for (let left = descendants(); left.length > 0; left = descendants()) {
    for (const pid of left) kill(pid)
    await Bun.sleep(POLL_MS)
  }
}

/** Processor time of all ended descendants, in seconds. Adopted ones remain as zombies, whose times can be read. */
export function endedSeconds(): number {
  const ended = processes().filter(({ parent, isZombie }) => isZombie && parent === process.pid)
  const own = timesOf(statOf('self') ?? [])
  return own.waitedFor + ended.reduce((sum, { seconds }) => sum + seconds, 0)
}

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** All on this machine; empty except on Linux. */
export function processes(): Process[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? statOf(name) : null
    if (!stat) return []
    const { own, waitedFor } = timesOf(stat)
    return {
      pid: Number(name),
      parent: Number(stat[1]),
      isZombie: stat[0] === 'Z',
      seconds: own + waitedFor,
    }
  })
}

/** The fields after the name, which may contain spaces: state, parent and so on; null if the process has gone. */
function statOf(pid: string): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

function timesOf(stat: string[]): { own: number; waitedFor: number } {
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = stat
    .slice(FIRST_TIME, FIRST_TIME + 4)
    .map((ticks) => Number(ticks) / TICKS_PER_SECOND)
  return { own: user + system, waitedFor: childUser + childSystem }
}
