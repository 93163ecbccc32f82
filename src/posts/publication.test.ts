import { expect, test } from 'bun:test'
import { createDatabase } from '#src/db/database.ts'
import { databaseDown } from '#src/db/outage.ts'
import { createLog } from '#src/log.ts'
import { actor } from '#src/testing/actor.ts'
import { keyed } from '#src/testing/keyed.ts'
import { makePublished } from '#src/testing/make-post.ts'
import { openMigrated } from '#src/testing/migrated-database.ts'
import { NOON } from '#src/testing/test-app.ts'
import { createPublication, type Published } from './publication.ts'
import { deletePost } from './store.ts'

/** Requests that may be given the last known posts don't wait for a read. */
async function testPublication() {
  const engine = await openMigrated()
  let time = NOON.getTime()
  let reads = 0
  const gates: PromiseWithResolvers<void>[] = []
  const db = keyed(
    createDatabase({
      ...engine,
      run: async (statement) => {
        if (!statement.sql.includes('content_version')) return engine.run(statement)
        reads += 1
        const gate = gates.shift()
        const rows = await engine.run(statement)
        await gate?.promise
        return rows
      },
    }),
  )
  const now = () => new Date(time)
  const log = createLog({ format: 'json', now, write: () => undefined })
  const wait = () => Promise.resolve()
  return {
    db: createDatabase(engine),
    publication: createPublication({ db, now, log }, wait),
    /** Stops the next read after it has read the version. */
    hold: () => {
      const gate = Promise.withResolvers<void>()
      gates.push(gate)
      return gate
    },
    reads: () => reads,
    pass: (milliseconds: number) => {
      time += milliseconds
    },
  }
}

const slugsOf = ({ updatedAtBySlug }: Published) => [...updatedAtBySlug.keys()]

test('a slow read shows the last known posts', async () => {
  const { db, publication, hold, pass } = await testPublication()
  await makePublished(db, { slug: 'old' })
  await publication.current()
  await makePublished(db, { slug: 'new' })
  pass(1000)
  const read = hold()
  expect(slugsOf(await publication.current())).toEqual(['old'])
  read.resolve()
})

test('a slow read after a failed one does not show a deleted post', async () => {
  const { db, publication, hold, pass } = await testPublication()
  const { id } = await makePublished(db, { slug: 'deleted' })
  await publication.current()
  await deletePost(db, actor, id, NOON)
  const failing = hold()
  publication.changed()
  const failed = publication.current()
  failing.reject(databaseDown(new Error('gone')))
  expect(await failed.catch((error: unknown) => error)).toBeInstanceOf(Error)
  pass(1001)
  const slow = hold()
  const shown = publication.current()
  slow.resolve()
  expect(slugsOf(await shown)).toEqual([])
})

test('a read that started before a change does not show what it changed', async () => {
  const { db, publication, hold } = await testPublication()
  const { id } = await makePublished(db, { slug: 'deleted' })
  const early = hold()
  const before = publication.current()
  await deletePost(db, actor, id, NOON)
  publication.changed()
  expect(slugsOf(await publication.current())).toEqual([])
  early.resolve()
  await before
  expect(slugsOf(await publication.current())).toEqual([])
})

test('an older read that ends last does not replace a newer one', async () => {
  const { db, publication, hold, pass } = await testPublication()
  const older = hold()
  const first = publication.current()
  await makePublished(db, { slug: 'new' })
  pass(1000)
  const { version } = await publication.current()
  older.resolve()
  expect((await first).version).toBe(version)
  expect(publication.isCurrent(version)).toBeTrue()
})

test('changes are not read until the next request', async () => {
  const { db, publication, reads } = await testPublication()
  await publication.current()
  for (const slug of ['one', 'two', 'three']) {
    await makePublished(db, { slug })
    publication.changed()
  }
  expect(reads()).toBe(1)
  const [shown] = await Promise.all([publication.current(), publication.current()])
  expect(slugsOf(shown)).toEqual(['three', 'two', 'one'])
  expect(reads()).toBe(2)
})
