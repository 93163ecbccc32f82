import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OnStop } from './on-stop.ts'

export type TemporaryFolder = ReturnType<typeof temporaryFolder>

/** Created on demand; deleted on disposal or when the process is stopped. */
export function temporaryFolder(name: string, onStop: OnStop) {
  let path: string | null = null
  const undo = new DisposableStack()
  const make = (): string => {
    if (path !== null) return path
    const made = mkdtempSync(join(tmpdir(), `passwright-${name}-`))
    const remove = () => rmSync(made, { recursive: true, force: true })
    undo.defer(remove)
    undo.use(onStop(remove))
    path = made
    return made
  }
  return { make, [Symbol.dispose]: () => undo.dispose() }
}
