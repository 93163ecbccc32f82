import { createDatabase } from '#src/db/database.ts'
import { openEmbedded } from '#src/db/embedded.ts'
import type { Engine } from '#src/db/engine.ts'
import { openRemote } from '#src/db/remote.ts'
import { libsqlServer } from './libsql-server.ts'
import { bringUpToDate } from './migrated-database.ts'
import { isSqldAvailable, sharedSqld } from './sqld.ts'

export const embedded = async () => opened(openEmbedded(':memory:'))

/** For `test.each(ENGINES)`: tests that must pass on every database. */
export const ENGINES: [string, () => Promise<Opened>][] = [
  ['the embedded database', embedded],
  [
    'a libSQL server',
    async () => {
      const server = libsqlServer({ token: 'let-me-in' })
      return opened(openRemote(server.url, 'let-me-in'), () => server[Symbol.asyncDispose]())
    },
  ],
  ...(isSqldAvailable ? [['sqld', openSqld] satisfies [string, () => Promise<Opened>]] : []),
]

async function openSqld() {
  const server = await sharedSqld()
  return opened(openRemote(server.urlOf(await server.createDatabase()), undefined))
}

type Opened = Awaited<ReturnType<typeof opened>>

async function opened(engine: Engine, end: () => Promise<void> = async () => undefined) {
  const migrated = async () => {
    await bringUpToDate(engine)
    return createDatabase(engine)
  }
  return {
    engine,
    migrated,
    [Symbol.asyncDispose]: async () => {
      await engine.close()
      await end()
    },
  }
}
