import type { DayFigures } from '#domain/statistics.ts'
import { type Column, Table } from '#web/ui/table.tsx'

const number = (title: string, read: (day: DayFigures) => number): Column<DayFigures> => ({
  title,
  isNumber: true,
  show: (day) => read(day).toLocaleString(),
})

const columns: Column<DayFigures>[] = [
  { title: 'Day', show: ({ day }) => <span className="whitespace-nowrap">{day}</span> },
  number('Page views', ({ pageViews }) => pageViews),
  number('Visitors', ({ uniqueVisitors }) => uniqueVisitors),
  number('Generated', ({ passwordsGenerated }) => passwordsGenerated),
  number('Checked', ({ passwordsChecked }) => passwordsChecked),
  number('Bots filtered', ({ bots }) => bots),
  number('Helpful', ({ helpful }) => helpful),
  number('Needs improvement', ({ unhelpful }) => unhelpful),
]

/** Newest first. */
export function DayTable({ days }: { days: readonly DayFigures[] }) {
  return (
    <Table caption="Daily statistics" columns={columns} rows={days.toReversed()} keyOf={({ day }) => day} />
  )
}
