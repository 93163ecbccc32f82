/** Runs `undo` when the process is asked to stop, until disposed. */
export type OnStop = (undo: () => void) => Disposable

/** Runs `undo` on SIGINT or SIGTERM, then exits with 130 or 143. Disposing removes the handler. */
export function onStop(undo: () => void): Disposable {
  const stop = (signal: 'SIGINT' | 'SIGTERM') => {
    undo()
    process.exit(signal === 'SIGINT' ? 130 : 143)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  return { [Symbol.dispose]: () => void process.off('SIGTERM', stop).off('SIGINT', stop) }
}
