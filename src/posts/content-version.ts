import type { Deps } from '#src/deps.ts'
import { readContentVersion } from './store.ts'

/** Another server's change is seen after this long at the latest. */
const READ_EVERY_MS = 1000

export type ContentVersion = {
  /** Names what public pages show now: another value means that it has changed. */
  current(): Promise<number>
  /** To be called after each change that this server made, so that it is seen at once. */
  changed(): void
}

/** Watches the version in the database, for as long as anyone asks for it. */
export function createContentVersion({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>): ContentVersion {
  let reading: Promise<number> | null = null
  let readAt = Number.NEGATIVE_INFINITY
  let known = 0

  async function read(): Promise<number> {
    try {
      known = await readContentVersion(db)
    } catch (error) {
      // What is kept in memory is still worth showing while the database does not answer.
      log.error('content version not read', error)
    }
    return known
  }

  return {
    current: () => {
      const time = now().getTime()
      if (!reading || Math.abs(time - readAt) >= READ_EVERY_MS) {
        readAt = time
        reading = read()
      }
      return reading
    },
    changed: () => {
      reading = null
    },
  }
}
