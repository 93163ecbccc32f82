import type { ServerStatus } from '#domain/status.ts'
import type { Deps } from '#src/deps.ts'

/** The newest backup of this database; null when there is none. */
export async function lastBackup(_deps: Pick<Deps, 'db' | 'config'>): Promise<ServerStatus['lastBackup']> {
  return null
}
