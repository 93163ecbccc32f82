import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Column } from './types.ts'

/** A sortable column of moments; the first click sorts the newest first. */
export const timeColumn = <Key extends string>(
  title: string,
  key: Key,
  options: Pick<Column<never>, 'hides' | 'onCard'> = {},
): Column<Readonly<Record<Key, string>>> => ({
  title,
  sort: key,
  firstOrder: 'desc',
  width: 8.5,
  show: (row) => <RelativeTime at={row[key]} />,
  ...options,
})
