import type { DayFigures } from '#domain/statistics.ts'
import { showDate } from '#web/lib/dates.ts'
import { type Column, Table } from '#web/ui/table.tsx'

const number = (
  title: string,
  width: number,
  hides: number,
  read: (day: DayFigures) => number,
): Column<DayFigures> => ({
  title,
  width,
  hides,
  isNumber: true,
  show: (day) => read(day).toLocaleString(),
})

const columns: Column<DayFigures>[] = [
  { title: 'Day', width: 7, show: ({ day }) => <time dateTime={day}>{showDate(`${day}T00:00`)}</time> },
  number('Page views', 7, 7, ({ pageViews }) => pageViews),
  number('Visitors', 6, 6, ({ uniqueVisitors }) => uniqueVisitors),
  number('Generated', 7, 5, ({ passwordsGenerated }) => passwordsGenerated),
  number('Checked', 6.5, 4, ({ passwordsChecked }) => passwordsChecked),
  number('Bots filtered', 8, 3, ({ bots }) => bots),
  number('Helpful', 6, 2, ({ helpful }) => helpful),
  number('Needs improvement', 11, 1, ({ unhelpful }) => unhelpful),
]

/** Newest first. */
export function DayTable({ days }: { days: readonly DayFigures[] }) {
  return (
    <Table caption="Daily statistics" columns={columns} rows={days.toReversed()} keyOf={({ day }) => day} />
  )
}
