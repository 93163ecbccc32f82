import { afterAll } from 'bun:test'
import { createDatabase } from '#src/db/database.ts'
import { openEmbedded } from '#src/db/embedded.ts'
import type { Engine } from '#src/db/engine.ts'
import { migrate } from '#src/db/migrate.ts'
import { openRemote } from '#src/db/remote.ts'
import { libsqlServer } from './libsql-server.ts'
import { HAS_SQLD, type Sqld, startSqld } from './sqld.ts'

export const embedded = async () => opened(openEmbedded(':memory:'))

/** One for all tests of a file, each with a database of its own. */
let sqld: Promise<Sqld> | null = null

afterAll(async () => {
  const server = await sqld
  sqld = null
  await server?.[Symbol.asyncDispose]()
})

/** Each kind of database the product runs on, for tests of what must hold on all: `test.each(ENGINES)`. */
export const ENGINES: [string, () => Promise<Opened>][] = [
  ['the embedded database', embedded],
  [
    'a libSQL server',
    async () => {
      const server = libsqlServer({ token: 'let-me-in' })
      return opened(openRemote(server.url, 'let-me-in'), () => server[Symbol.asyncDispose]())
    },
  ],
  ...(HAS_SQLD ? [['sqld', openSqld] satisfies [string, () => Promise<Opened>]] : []),
]

async function openSqld() {
  sqld ??= startSqld()
  const server = await sqld
  return opened(openRemote(server.urlOf(await server.createDatabase()), undefined))
}

type Opened = Awaited<ReturnType<typeof opened>>

async function opened(engine: Engine, end: () => Promise<void> = async () => undefined) {
  const migrated = async () => {
    await migrate(engine, { now: () => new Date(0) })
    return createDatabase(engine)
  }
  return {
    engine,
    /** The product's tables in it. */
    migrated,
    [Symbol.asyncDispose]: async () => {
      await engine.close()
      await end()
    },
  }
}
