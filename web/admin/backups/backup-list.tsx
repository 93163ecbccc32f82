import type { Backup, BackupKind } from '#domain/backups.ts'
import { showBytes } from '#domain/show-bytes.ts'
import { showMoment } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { BackupActions } from './backup-actions.tsx'

const KIND_LABELS: Record<BackupKind, string> = {
  daily: 'Daily',
  manual: 'On demand',
  'before-upgrade': 'Before an upgrade',
  'before-restore': 'Before a restore',
}

const keyOf = ({ startedAt, name }: Backup) => `${startedAt} ${name}`

/** The backups, and the attempts that failed: a table, or cards where there is no room for one. */
export function BackupList({ backups }: { backups: Backup[] }) {
  return (
    <>
      <div className="hidden xl:block">
        <Table caption="Backups" columns={columns} rows={backups} keyOf={keyOf} />
      </div>
      <ul className="space-y-3 xl:hidden">
        {backups.map((backup) => (
          <li key={keyOf(backup)}>
            <BackupCard backup={backup} />
          </li>
        ))}
      </ul>
    </>
  )
}

const columns: Column<Backup>[] = [
  { title: 'Time', show: (backup) => <Time backup={backup} /> },
  { title: 'Result', show: (backup) => <Result backup={backup} /> },
  { title: 'Size', isNumber: true, show: ({ bytes }) => <Figure>{sizeOf(bytes)}</Figure> },
  { title: 'Took', isNumber: true, show: ({ milliseconds }) => <Figure>{durationOf(milliseconds)}</Figure> },
  {
    title: 'Backup',
    show: (backup) => (
      <>
        {originOf(backup)}
        <Detail backup={backup} />
      </>
    ),
  },
  { title: 'Actions', isNumber: true, show: (backup) => <BackupActions backup={backup} /> },
]

function BackupCard({ backup }: { backup: Backup }) {
  const { bytes, milliseconds } = backup
  const figures = [bytes === null ? [] : sizeOf(bytes), milliseconds === null ? [] : durationOf(milliseconds)]
  return (
    <article className="rounded-card border border-border bg-surface p-4">
      <div className="flex items-start justify-between gap-3">
        <h2 className="font-semibold text-base">
          <Time backup={backup} />
        </h2>
        <Result backup={backup} />
      </div>
      <p className="mt-1 text-sm">{originOf(backup)}</p>
      <Detail backup={backup} />
      <div className="mt-3 flex min-h-6 items-center justify-between gap-3">
        <p className="text-muted text-sm tabular-nums">{figures.flat().join(' · ')}</p>
        <BackupActions backup={backup} />
      </div>
    </article>
  )
}

const Time = ({ backup: { startedAt } }: { backup: Backup }) => (
  <time dateTime={startedAt} className="whitespace-nowrap">
    {showMoment(startedAt)}
  </time>
)

function Result({ backup: { status } }: { backup: Backup }) {
  if (status === 'running') return <Badge look="info">Running</Badge>
  return status === 'done' ? <Badge look="good">Good</Badge> : <Badge look="weak">Failed</Badge>
}

/** Who made a backup is worth knowing where it was not the schedule or a command that always does. */
const originOf = ({ kind, by }: Backup): string =>
  kind === 'manual' && by !== null ? `${KIND_LABELS[kind]}, ${by}` : KIND_LABELS[kind]

/** The file, or why there is none. */
const Detail = ({ backup: { name, failure } }: { backup: Backup }) =>
  failure === null ? (
    <span className="block break-all font-mono text-muted text-sm">{name}</span>
  ) : (
    <span className="block break-words text-sm text-weak">{failure}</span>
  )

const Figure = ({ children }: { children: string }) => <span className="whitespace-nowrap">{children}</span>

const sizeOf = (bytes: number | null) => (bytes === null ? '–' : showBytes(bytes))

function durationOf(milliseconds: number | null): string {
  if (milliseconds === null) return '–'
  if (milliseconds < 1000) return `${milliseconds} ms`
  const seconds = milliseconds / 1000
  return seconds < 60
    ? `${seconds.toFixed(1)} s`
    : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}
