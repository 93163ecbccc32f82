import type { ServerStatus } from '#domain/status.ts'
import { showMoment } from '#web/lib/dates.ts'
import { useAdminQuery } from './client.ts'

/** The foot of each admin page: how the server is, in one line. Nothing stands there until it is known. */
export function StatusLine() {
  const { data } = useAdminQuery<ServerStatus>(['/api/admin', 'status'])
  const parts = data ? [`Version ${data.version}`, ...database(data), backup(data)] : []
  return (
    <footer className="mx-auto max-w-6xl px-4 pb-6 text-muted text-sm lg:px-8">
      <p className="min-h-5">{parts.join(' · ')}</p>
    </footer>
  )
}

const database = ({ databaseBytes }: ServerStatus) =>
  databaseBytes === null ? [] : [`Database ${showBytes(databaseBytes)}`]

function backup({ lastBackup }: ServerStatus): string {
  if (lastBackup === null) return 'No backup yet'
  const moment = showMoment(lastBackup.at)
  return lastBackup.ok ? `Last backup ${moment}` : `The backup of ${moment} failed`
}

const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte']

/** In steps of a thousand, as disks are sold. */
function showBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3) - 1))
  const amount = bytes / 1000 ** (step + 1)
  return amount.toLocaleString(undefined, {
    style: 'unit',
    unit: UNITS[step] ?? 'kilobyte',
    maximumFractionDigits: amount < 10 ? 1 : 0,
  })
}
