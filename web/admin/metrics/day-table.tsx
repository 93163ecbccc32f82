import type { DayFigures } from '#domain/statistics.ts'
import { type Column, Table } from '#web/ui/table.tsx'

const columns: Column<DayFigures>[] = [
  { title: 'Day', show: ({ day }) => <span className="whitespace-nowrap">{day}</span> },
  { title: 'Page views', isNumber: true, show: ({ pageViews }) => pageViews.toLocaleString() },
  { title: 'Visitors', isNumber: true, show: ({ uniqueVisitors }) => uniqueVisitors.toLocaleString() },
  {
    title: 'Generated',
    isNumber: true,
    show: ({ passwordsGenerated }) => passwordsGenerated.toLocaleString(),
  },
  { title: 'Checked', isNumber: true, show: ({ passwordsChecked }) => passwordsChecked.toLocaleString() },
  { title: 'Bots filtered', isNumber: true, show: ({ bots }) => bots.toLocaleString() },
  { title: 'Helpful', isNumber: true, show: ({ helpful }) => helpful.toLocaleString() },
  { title: 'Needs improvement', isNumber: true, show: ({ unhelpful }) => unhelpful.toLocaleString() },
]

/** Newest first. */
export function DayTable({ days }: { days: readonly DayFigures[] }) {
  return (
    <Table caption="Daily statistics" columns={columns} rows={days.toReversed()} keyOf={({ day }) => day} />
  )
}
