import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { BACKUPS_PATH, Backup, BackupSettings } from '#domain/backups.ts'
import type { Deps } from '#src/deps.ts'
import { notFound } from '#src/errors.ts'
import { callOf } from '#src/http/call.ts'
import { Done, describe } from '#src/http/describe.ts'
import { jsonAnswer } from '#src/http/error-answer.ts'
import { actorOf } from '#src/sessions/guard.ts'

const TYPE = 'application/vnd.sqlite3'

const ByName = z.object({ name: z.string() })

/** Backups of the database, for super admins. */
export function backupRoutes({ backups }: Pick<Deps, 'backups'>) {
  return new Elysia()
    .get(
      BACKUPS_PATH,
      () => backups.list(),
      describe({
        summary: 'List the backups, and how the last ones went, newest first',
        permission: 'backups.manage',
        answer: z.array(Backup),
      }),
    )
    .post(
      BACKUPS_PATH,
      ({ request }) => jsonAnswer(backups.start(actorOf(request)), 202),
      describe({
        summary: 'Start a backup: the list tells how it goes',
        permission: 'backups.manage',
        status: 202,
        answer: Backup,
      }),
    )
    .get(
      `${BACKUPS_PATH}/settings`,
      () => backups.settings,
      describe({
        summary: 'Tell whether backups are made here, and how many are kept',
        permission: 'backups.manage',
        answer: BackupSettings,
      }),
    )
    .get(
      `${BACKUPS_PATH}/:name`,
      async ({ params: { name }, request }) => {
        const isDownload = callOf(request).method === 'GET'
        const path = isDownload ? await backups.handOut(actorOf(request), name) : backups.find(name)
        if (path === null) throw notFound('Backup')
        return new Response(Bun.file(path), {
          headers: {
            'content-type': TYPE,
            'content-disposition': `attachment; filename="${name}"`,
            'cache-control': 'no-store',
          },
        })
      },
      {
        params: ByName,
        ...describe({ summary: 'Download a backup', permission: 'backups.manage', answer: TYPE }),
      },
    )
    .delete(
      `${BACKUPS_PATH}/:name`,
      async ({ params: { name }, request }) => {
        if (!(await backups.remove(actorOf(request), name))) throw notFound('Backup')
        return { success: true }
      },
      {
        params: ByName,
        ...describe({ summary: 'Delete a backup', permission: 'backups.manage', answer: Done }),
      },
    )
}
