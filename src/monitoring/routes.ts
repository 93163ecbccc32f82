import { Elysia, NotFoundError } from 'elysia'
import type { Backup } from '#domain/backups.ts'
import { ServerStatus } from '#domain/status.ts'
import { countPending } from '#src/analyses/store.ts'
import { readDatabaseBytes } from '#src/db/size.ts'
import type { Deps } from '#src/deps.ts'
import { answers } from '#src/http/answers.ts'
import type { LocalRequests } from '#src/http/local-requests.ts'
import { secretsMatch } from '#src/http/secrets-match.ts'
import { singleWriteText } from '#src/http/single-write.ts'
import type { Publication } from '#src/posts/publication.ts'
import type { Access } from '#src/sessions/access.ts'
import { VERSION } from '#src/version.ts'
import { checkDatabase, dataFreeBytes } from './health.ts'

export function monitoringRoutes(
  deps: Deps,
  localRequests: LocalRequests,
  publication: Publication,
  access: Access,
) {
  const { db, metrics, config, backups } = deps
  metrics.watch('database_bytes', 'Size of the database on disk.', () => readDatabaseBytes(db))
  metrics.watch('disk_free_bytes', 'Free space for the data folder.', () => dataFreeBytes(config))
  metrics.watch('database_up', '0 from a failed statement until the database can be written to.', () =>
    checkDatabase(deps).then(
      () => 1,
      () => 0,
    ),
  )
  metrics.watch(
    'public_pages_age_seconds',
    'Time since the cached public pages were last known to be current.',
    publication.age,
  )
  metrics.watch(
    'counted_events_waiting',
    "Counted events in memory that aren't in the database yet.",
    deps.counter.waiting,
  )
  metrics.watch('analyses_pending', 'Websites queued for analysis or being analyzed.', () => countPending(db))
  metrics.watch('last_backup_timestamp_seconds', 'Start time of the last backup, if it succeeded.', () => {
    const last = lastBackup(backups.last())
    return last?.ok ? Date.parse(last.at) / 1000 : null
  })
  metrics.watch(
    'passwords_queued',
    'Passwords being hashed or queued for hashing.',
    deps.passwords.unfinished,
  )

  return new Elysia()
    .use(access)
    .get(
      '/metrics',
      async ({ call }) => {
        const mayRead = hasToken(config, call.request) || (await localRequests.isLocal(call))
        if (!mayRead) throw new NotFoundError()
        const { type, text } = await metrics.read()
        return new Response(singleWriteText(text), {
          headers: { 'content-type': type, 'cache-control': 'no-store' },
        })
      },
      { open: true },
    )
    .get(
      '/api/admin/status',
      async (): Promise<ServerStatus> => ({
        version: VERSION,
        databaseBytes: await readDatabaseBytes(db),
        makesBackups: backups.settings.isPossible,
        lastBackup: lastBackup(backups.last()),
      }),
      {
        access: 'read',
        response: answers(ServerStatus),
        detail: { summary: 'Get the server status: version, database, last backup' },
      },
    )
}

const lastBackup = (last: Backup | null): ServerStatus['lastBackup'] =>
  last && { at: last.startedAt, ok: last.status === 'done' }

function hasToken({ metricsToken }: Deps['config'], request: Request): boolean {
  const given = /^Bearer (\S{1,512})$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  return metricsToken !== undefined && given !== undefined && secretsMatch(given, metricsToken)
}
