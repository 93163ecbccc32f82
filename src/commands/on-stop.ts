/**
 * Has `undo` done when this process is asked to end, which it then does, with the status that a shell gives to what a
 * signal has ended; until the answer is disposed of.
 */
export function onStop(undo: () => void): Disposable {
  const stop = (signal: 'SIGINT' | 'SIGTERM') => {
    undo()
    process.exit(signal === 'SIGINT' ? 130 : 143)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  return { [Symbol.dispose]: () => void process.off('SIGTERM', stop).off('SIGINT', stop) }
}
