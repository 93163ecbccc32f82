import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { readRecord, recordIn, totalsOf } from '#src/testing/run-record.ts'
import { killSession } from './kill-session.ts'
import { printTotals } from './print-totals.ts'

/**
 * Waits until the runner ends, even if it is killed, kills what it has left, and prints the totals if it hasn't. Argument:
 * the folder of the run's temporary files. Standard input: the leaders of sessions, one a line.
 */
const [folder = ''] = process.argv.slice(2)
const leaders = (await Bun.stdin.text()).split('\n').filter((line) => line !== '')
for (const leader of leaders) killSession(Number(leader))
for (const pid of detached()) process.kill(pid, 'SIGKILL')
const entries = readRecord(recordIn(folder))
if (!entries.some(({ kind }) => kind === 'reported')) printTotals(totalsOf(entries))
rmSync(folder, { recursive: true, force: true })

/** Browsers lead sessions of their own, but inherit TMPDIR (Linux only). */
function detached(): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && environmentOf(pid).includes(`TMPDIR=${folder}\0`))
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    // Ended, or another user's.
    return ''
  }
}
