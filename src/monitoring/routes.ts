import { NotFoundError } from 'elysia'
import type { Backup } from '#domain/backups.ts'
import { ServerStatus } from '#domain/status.ts'
import { countPending } from '#src/analyses/store.ts'
import { readDatabaseBytes } from '#src/db/size.ts'
import type { Deps } from '#src/deps.ts'
import { isSameSecret } from '#src/http/same-secret.ts'
import type { ThisMachine } from '#src/http/this-machine.ts'
import { page, route } from '#src/route.ts'
import { VERSION } from '#src/version.ts'

/** How the server is: figures for monitoring, and a few words for administrators. */
export function monitoringRoutes(deps: Deps, thisMachine: ThisMachine) {
  const { db, metrics, config, backups } = deps
  metrics.watch('database_bytes', 'What the database takes on its disk.', () => readDatabaseBytes(db))
  metrics.watch('database_up', '0 while the database server is silent, and calls to it are refused.', () =>
    db.isAway() ? 0 : 1,
  )
  metrics.watch('analyses_pending', 'Websites that wait to be analyzed, or are at it.', () =>
    countPending(db),
  )
  metrics.watch('last_backup_timestamp_seconds', 'When the last backup was begun, if it is good.', () => {
    const last = lastBackup(backups.last())
    return last?.ok ? Date.parse(last.at) / 1000 : null
  })
  metrics.watch(
    'passwords_queued',
    'Passwords that are being hashed or waiting for it.',
    deps.passwords.queued,
  )

  return [
    page('/metrics', async ({ call }) => {
      // To strangers there is nothing here.
      const mayRead = hasToken(config, call.request) || (await thisMachine.hasSent(call))
      if (!mayRead) throw new NotFoundError()
      const { type, text } = await metrics.read()
      return new Response(text, { headers: { 'content-type': type, 'cache-control': 'no-store' } })
    }),
    route({
      method: 'GET',
      path: '/api/admin/status',
      access: 'read',
      summary: 'Get the server status: version, database, last backup',
      answer: ServerStatus,
      handle: async (): Promise<ServerStatus> => ({
        version: VERSION,
        databaseBytes: await readDatabaseBytes(db),
        makesBackups: backups.settings.isPossible,
        lastBackup: lastBackup(backups.last()),
      }),
    }),
  ]
}

const lastBackup = (last: Backup | null): ServerStatus['lastBackup'] =>
  last && { at: last.startedAt, ok: last.status === 'done' }

function hasToken({ metricsToken }: Deps['config'], request: Request): boolean {
  const given = /^Bearer (\S{1,512})$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  return metricsToken !== undefined && given !== undefined && isSameSecret(given, metricsToken)
}
