import { Fragment, type ReactNode } from 'react'
import { formatBytes } from '#domain/format-bytes.ts'
import type { ServerStatus } from '#domain/status.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useAdminQuery } from './client.ts'

/** Invalidate this to refresh the status line. */
export const STATUS_PATH = '/api/admin/status'

/** The footer of each admin page; empty while loading. */
export function StatusLine() {
  const { data } = useAdminQuery(STATUS_PATH)
  const parts: ReactNode[] = data ? [`Version ${data.version}`, ...database(data), ...backup(data)] : []
  return (
    <footer className="mx-auto max-w-400 px-4 pb-24 text-muted text-sm lg:px-8">
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
  databaseBytes === null ? [] : [`Database ${formatBytes(databaseBytes)}`]

function backup({ makesBackups, lastBackup }: ServerStatus): ReactNode[] {
  if (!makesBackups) return []
  if (lastBackup === null) return ['No backup yet']
  const at = <RelativeTime at={lastBackup.at} />
  return [lastBackup.ok ? <>Last backup {at}</> : <>Last backup failed {at}</>]
}
