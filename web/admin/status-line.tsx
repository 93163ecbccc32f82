import { Fragment, type ReactNode } from 'react'
import { showBytes } from '#domain/show-bytes.ts'
import type { ServerStatus } from '#domain/status.ts'
import { Moment } from '#web/ui/moment.tsx'
import { useAdminQuery } from './client.ts'

/** What the line shows is fetched anew when this is invalidated. */
export const STATUS_KEY = ['/api/admin', 'status']

/** The foot of each admin page: how the server is, in one line. Nothing stands there until it is known. */
export function StatusLine() {
  const { data } = useAdminQuery<ServerStatus>(STATUS_KEY)
  const parts: ReactNode[] = data ? [`Version ${data.version}`, ...database(data), ...backup(data)] : []
  return (
    <footer className="mx-auto max-w-6xl px-4 pb-6 text-muted text-sm lg:px-8">
      <p className="min-h-5">
        {parts.map((part, index) => (
          <Fragment key={index}>
            {index > 0 && ' · '}
            {part}
          </Fragment>
        ))}
      </p>
    </footer>
  )
}

const database = ({ databaseBytes }: ServerStatus) =>
  databaseBytes === null ? [] : [`Database ${showBytes(databaseBytes)}`]

function backup({ makesBackups, lastBackup }: ServerStatus): ReactNode[] {
  if (!makesBackups) return []
  if (lastBackup === null) return ['No backup yet']
  const at = <Moment at={lastBackup.at} />
  return [lastBackup.ok ? <>Last backup {at}</> : <>Last backup failed {at}</>]
}
