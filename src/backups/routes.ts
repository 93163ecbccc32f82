import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { BACKUPS_PATH, Backup, BackupCheck, BackupSettings, StartBackup } from '#domain/backups.ts'
import { FileNames } from '#domain/bulk.ts'
import type { Deps } from '#src/deps.ts'
import { notFound } from '#src/errors.ts'
import { answers, DONE, Done } from '#src/http/answers.ts'
import type { Access } from '#src/sessions/access.ts'

const TYPE = 'application/vnd.sqlite3'

const ByName = z.object({ name: z.string() })

export function backupRoutes({ backups }: Pick<Deps, 'backups'>, access: Access) {
  return new Elysia()
    .use(access)
    .get(BACKUPS_PATH, () => backups.list(), {
      access: 'backups.manage',
      response: answers(z.array(Backup)),
      detail: { summary: 'List backups and recent attempts, newest first' },
    })
    .post(
      BACKUPS_PATH,
      async ({ status, actor, query: { kind } }) => status(202, await backups.start(actor, kind)),
      {
        access: 'backups.manage',
        query: StartBackup,
        response: { 202: answers(Backup) },
        detail: {
          summary: 'Start a backup; poll the list for its progress',
          description:
            'A daily one replaces one that failed or was missed, and is deleted like other daily backups.',
        },
      },
    )
    .get(`${BACKUPS_PATH}/settings`, () => backups.settings, {
      access: 'backups.manage',
      response: answers(BackupSettings),
      detail: { summary: 'Get whether backups are on, and how many are kept' },
    })
    .get(
      `${BACKUPS_PATH}/:name`,
      async ({ call, actor, params: { name } }) => {
        const isDownload = call.method === 'GET'
        const path = isDownload ? await backups.prepareDownload(actor, name) : backups.find(name)
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
        access: { permission: 'backups.manage', proof: true },
        params: ByName,
        detail: { summary: 'Download a backup', mediaType: TYPE },
      },
    )
    .get(
      `${BACKUPS_PATH}/:name/check`,
      async ({ call, actor, params: { name } }) => {
        const found = await backups.check(actor, name, call.request.signal)
        if (found === null) throw notFound('Backup')
        return found
      },
      {
        access: 'backups.manage',
        params: ByName,
        response: answers(BackupCheck),
        detail: { summary: 'Read a backup as a restore does, and say what was found' },
      },
    )
    .delete(
      `${BACKUPS_PATH}/:name`,
      async ({ actor, params: { name } }) => {
        if (!(await backups.remove(actor, name))) throw notFound('Backup')
        return DONE
      },
      {
        access: 'backups.delete',
        params: ByName,
        response: answers(Done),
        detail: { summary: 'Delete a backup' },
      },
    )
    .post(
      `${BACKUPS_PATH}/bulk-delete`,
      async ({ actor, body: { names } }) => {
        for (const name of new Set(names)) await backups.remove(actor, name)
        return DONE
      },
      {
        access: 'backups.delete',
        body: FileNames,
        response: answers(Done),
        detail: { summary: 'Delete many backups' },
      },
    )
}
