import { readFileSync } from 'node:fs'
import { constants } from 'node:os'

/** Runs `undo` when the process is asked to stop, until disposed. */
export type OnStop = (undo: () => void) => Disposable

/** A closed terminal sends SIGHUP. nohup ignores it, which a handler would end. */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', ...(ignoresHangup() ? [] : ['SIGHUP' as const])] as const

function ignoresHangup(): boolean {
  if (process.platform !== 'linux') return false
  const [, mask = '0'] = /^SigIgn:\s*([\da-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return (BigInt(`0x${mask}`) & 1n) === 1n
}

/** Runs `undo` on a stop signal, then exits with 128 and its number. Disposing removes the handler. */
export function onStop(undo: () => void): Disposable {
  const stop = (signal: (typeof STOP_SIGNALS)[number]) => {
    undo()
    process.exit(128 + constants.signals[signal])
  }
  for (const signal of STOP_SIGNALS) process.on(signal, stop)
  return { [Symbol.dispose]: () => STOP_SIGNALS.forEach((signal) => void process.off(signal, stop)) }
}
