import { expect, test } from 'bun:test'
import { jobsOf } from '#src/jobs.ts'
import { actor } from '#src/testing/actor.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'
import { logAudit } from './log-lines.ts'
import { recordAudit } from './store.ts'

test('logs one line per audit entry, without control characters', async () => {
  const app = await testApp()
  const job = jobsOf({ ...app, now: () => NOON }).find(({ name }) => name === 'audit lines')
  await recordAudit(
    app.db,
    { ...actor, userId: 7, name: 'ada' },
    { action: 'post_deleted', subject: 'line\nbreak \u001b[31m\u202e\u2028', detail: 'draft' },
    NOON,
  )
  await recordAudit(app.db, { ...actor, name: null }, { action: 'sign_in_failed' }, NOON)
  await job?.run(new AbortController().signal)
  await job?.run(new AbortController().signal)
  expect(app.lines.map((line) => JSON.parse(line))).toEqual([
    {
      time: NOON.toISOString(),
      level: 'info',
      event: 'audit',
      id: 1,
      at: NOON.toISOString(),
      actor: 'ada',
      userId: 7,
      source: 'web',
      action: 'post_deleted',
      subject: 'line\nbreak \u001b[31m\u202e\u2028',
      detail: 'draft',
      address: actor.address,
    },
    {
      time: NOON.toISOString(),
      level: 'info',
      event: 'audit',
      id: 2,
      at: NOON.toISOString(),
      source: 'web',
      action: 'sign_in_failed',
      address: actor.address,
    },
  ])
  expect(app.lines.join('')).not.toMatch(/[\p{Cc}\u202e\u2028]/u)
})

test('a line whose commit failed, as on a full disk, is not logged again every five seconds', async () => {
  const app = await testApp()
  await recordAudit(app.db, actor, { action: 'sign_in_failed' }, NOON)
  const transaction: typeof app.db.transaction = (work) =>
    app.db.transaction(async (tx) => {
      await work(tx)
      throw new Error('The disk is full.')
    })
  const logged = { upTo: 0 }
  const full = { ...app, db: Object.assign(Object.create(app.db), { transaction }) }
  for (const _ of [1, 2]) expect(await logAudit(full, logged).catch((error) => `${error}`)).toContain('full')
  await logAudit(app, logged)
  expect(app.lines).toHaveLength(1)
})
