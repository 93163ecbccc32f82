import { readFileSync } from 'node:fs'

/** The kernel's unit in /proc on Linux. */
const TICK_MS = 10

/** Processor time of a process with all its threads, in ms. */
export function processMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name before may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return TICK_MS * (Number(fields[11]) + Number(fields[12]))
}
