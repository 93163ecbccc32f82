import { showBytes } from '#domain/show-bytes.ts'
import type { ServerStatus } from '#domain/status.ts'
import { showMoment } from '#web/lib/dates.ts'
import { useAdminQuery } from './client.ts'

/** What the line shows is fetched anew when this is invalidated. */
export const STATUS_KEY = ['/api/admin', 'status']

/** The foot of each admin page: how the server is, in one line. Nothing stands there until it is known. */
export function StatusLine() {
  const { data } = useAdminQuery<ServerStatus>(STATUS_KEY)
  const parts = data ? [`Version ${data.version}`, ...database(data), ...backup(data)] : []
  return (
    <footer className="mx-auto max-w-6xl px-4 pb-6 text-muted text-sm lg:px-8">
      <p className="min-h-5">{parts.join(' · ')}</p>
    </footer>
  )
}

const database = ({ databaseBytes }: ServerStatus) =>
  databaseBytes === null ? [] : [`Database ${showBytes(databaseBytes)}`]

function backup({ makesBackups, lastBackup }: ServerStatus): string[] {
  if (!makesBackups) return []
  if (lastBackup === null) return ['No backup yet']
  const moment = showMoment(lastBackup.at)
  return [lastBackup.ok ? `Last backup ${moment}` : `The backup of ${moment} failed`]
}
