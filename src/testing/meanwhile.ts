import { eq } from 'drizzle-orm'
import type { Engine } from '#src/db/engine.ts'
import { sessions, users } from '#src/db/schema.ts'
import type { TestApp } from './test-app.ts'

/** What another server does between a check and the write that follows it. */
export type Meanwhile = { run: (() => Promise<unknown>) | null }

export async function runOnce(meanwhile: Meanwhile): Promise<void> {
  const { run } = meanwhile
  meanwhile.run = null
  await run?.()
}

/** For `testApp`: runs `meanwhile` just before the next transaction. */
export const beforeChange =
  (meanwhile: Meanwhile) =>
  (engine: Engine): Engine => ({
    ...engine,
    batch: async (statements) => {
      if (statements.some(({ sql }) => /insert into audit_entries/i.test(sql))) await runOnce(meanwhile)
      return engine.batch(statements)
    },
    transaction: async (work) => {
      await runOnce(meanwhile)
      return engine.transaction(work)
    },
  })

/** Every way in which a super admin loses access. */
export const LOSSES = {
  deactivation: ({ db }: TestApp, id: number) =>
    db.update(users).set({ isActive: false }).where(eq(users.id, id)),
  demotion: ({ db }: TestApp, id: number) => db.update(users).set({ role: 'admin' }).where(eq(users.id, id)),
  newPassword: ({ db }: TestApp, id: number) =>
    db.update(users).set({ passwordHash: 'another' }).where(eq(users.id, id)),
  signOut: ({ db }: TestApp, id: number) => db.delete(sessions).where(eq(sessions.userId, id)),
}
