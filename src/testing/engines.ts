import { createDatabase } from '#src/db/database.ts'
import { openEmbedded } from '#src/db/embedded.ts'
import type { Engine } from '#src/db/engine.ts'
import { openRemote, within } from '#src/db/remote.ts'
import { keyed } from './keyed.ts'
import { libsqlServer } from './libsql-server.ts'
import { bringUpToDate, migratedImage, openMigrated } from './migrated-database.ts'
import { isSqldAvailable, sharedSqld } from './sqld.ts'
import { WAIT_MS } from './time-limits.ts'

const timeout = within(WAIT_MS)

type Options = { isEmpty?: boolean }

export const embedded = async ({ isEmpty = false }: Options = {}) =>
  opened(isEmpty ? openEmbedded(':memory:') : await openMigrated())

type NamedEngine = [string, (options?: Options) => Promise<Opened>]

const EMBEDDED: NamedEngine = ['the embedded database', embedded]

/** Our imitation, which can inject faults. */
const IMITATION: NamedEngine = [
  'a libSQL server',
  async ({ isEmpty = false } = {}) => {
    const server = libsqlServer({ token: 'let-me-in', image: isEmpty ? null : await migratedImage() })
    return opened(openRemote(server.url, 'let-me-in', { timeout }), () => server[Symbol.asyncDispose]())
  },
]

const SQLD: NamedEngine = ['sqld', openSqld]

/** For `test.each(ENGINES)`: SQL that must work on every database. Those that open fast are migrated, unless `isEmpty`. */
export const ENGINES = [EMBEDDED, isSqldAvailable ? SQLD : IMITATION]

/** For `src/db`: also checks that our imitation responds like sqld. */
export const ALL_ENGINES = [EMBEDDED, IMITATION, ...(isSqldAvailable ? [SQLD] : [])]

async function openSqld({ isEmpty = false }: Options = {}) {
  const server = await sharedSqld()
  const open = (name: string) => openRemote(server.urlOf(name), undefined, { timeout })
  if (isEmpty) return opened(open(await server.createDatabase()))
  migrated ??= server.createDatabase().then(async (name) => {
    const engine = open(name)
    await bringUpToDate(engine)
    await engine.close()
    return name
  })
  return opened(open(await server.forkDatabase(await migrated)))
}

/** The database of the shared server that others are forked from. */
let migrated: Promise<string> | undefined

type Opened = Awaited<ReturnType<typeof opened>>

async function opened(engine: Engine, end: () => Promise<void> = async () => undefined) {
  const migrated = async () => {
    await bringUpToDate(engine)
    return keyed(createDatabase(engine))
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
