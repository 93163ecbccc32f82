import * as z from 'zod/mini'
import { BACKUPS_PATH, Backup, BackupSettings } from '#domain/backups.ts'
import { FileNames } from '#domain/bulk.ts'
import type { Deps } from '#src/deps.ts'
import { notFound } from '#src/errors.ts'
import { DONE, Done } from '#src/http/route.ts'
import { route } from '#src/route.ts'

const TYPE = 'application/vnd.sqlite3'

const ByName = z.object({ name: z.string() })

export function backupRoutes({ backups }: Pick<Deps, 'backups'>) {
  return [
    route({
      method: 'GET',
      path: BACKUPS_PATH,
      access: 'backups.manage',
      summary: 'List backups and recent attempts, newest first',
      response: z.array(Backup),
      handle: () => backups.list(),
    }),
    route({
      method: 'POST',
      path: BACKUPS_PATH,
      access: 'backups.manage',
      summary: 'Start a backup; poll the list for its progress',
      status: 202,
      response: Backup,
      handle: ({ actor }) => backups.start(actor),
    }),
    route({
      method: 'GET',
      path: `${BACKUPS_PATH}/settings`,
      access: 'backups.manage',
      summary: 'Get whether backups are on, and how many are kept',
      response: BackupSettings,
      handle: () => backups.settings,
    }),
    route({
      method: 'GET',
      path: `${BACKUPS_PATH}/:name`,
      access: 'backups.manage',
      needsProof: true,
      params: ByName,
      summary: 'Download a backup',
      response: TYPE,
      handle: async ({ call, actor, params: { name } }) => {
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
    }),
    route({
      method: 'DELETE',
      path: `${BACKUPS_PATH}/:name`,
      access: 'backups.delete',
      params: ByName,
      summary: 'Delete a backup',
      response: Done,
      handle: async ({ actor, params: { name } }) => {
        if (!(await backups.remove(actor, name))) throw notFound('Backup')
        return DONE
      },
    }),
    route({
      method: 'POST',
      path: `${BACKUPS_PATH}/bulk-delete`,
      access: 'backups.delete',
      body: FileNames,
      summary: 'Delete many backups',
      response: Done,
      handle: async ({ actor, body: { names } }) => {
        for (const name of new Set(names)) await backups.remove(actor, name)
        return DONE
      },
    }),
  ]
}
