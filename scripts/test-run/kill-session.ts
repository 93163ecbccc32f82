import { readdirSync, readFileSync } from 'node:fs'

/** Kills the leader of a session and its processes: on Linux also those that lead groups of their own, as workers do. */
export function killSession(leader: number): void {
  kill(-leader)
  if (process.platform !== 'linux') return
  for (const pid of readdirSync('/proc').map(Number)) if (pid > 0 && sessionOf(pid) === leader) kill(pid)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function sessionOf(pid: number): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the name, which may contain spaces: state, parent, group and session.
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[3])
  } catch {
    // It has ended.
    return null
  }
}
