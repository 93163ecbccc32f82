import type { ReactNode } from 'react'
import type { Metrics } from '#domain/statistics.ts'
import { usePage } from '#web/lib/page.tsx'
import { BarList } from './bar-list.tsx'

export function MetricsPanels({ metrics: { days, strengths, topPages } }: { metrics: Metrics }) {
  const { origin } = usePage()
  const checks = strengths.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="mt-4 grid gap-4 lg:grid-cols-2 xl:grid-cols-3">
      <Panel title="Top pages" note={topPages.length === 0 ? 'No page views.' : null}>
        <BarList
          bars={topPages.map(({ path, views }) => ({
            name: path,
            count: views,
            label: (
              <a href={`${origin}${path}`} target="_blank" rel="noopener" className="hover:underline">
                {path}
              </a>
            ),
          }))}
        />
      </Panel>
      <Panel title="Strength of checked passwords" note={checks === 0 ? 'No passwords checked.' : null}>
        <BarList
          bars={strengths.map(({ from, count }) => {
            const name = `${from}–${from + 10}%`
            return { name, count, label: name }
          })}
        />
      </Panel>
      <Feedback
        helpful={days.reduce((sum, day) => sum + day.helpful, 0)}
        unhelpful={days.reduce((sum, day) => sum + day.unhelpful, 0)}
      />
    </div>
  )
}

function Feedback({ helpful, unhelpful }: { helpful: number; unhelpful: number }) {
  const all = helpful + unhelpful
  const share = all === 0 ? 0 : Math.round((helpful / all) * 100)
  return (
    <Panel title="Feedback" note={all === 0 ? 'Nobody answered “Was this helpful?”' : null}>
      <p className="mb-3">
        <span className="font-semibold text-xl tabular-nums">{share}%</span>{' '}
        <span className="text-muted text-sm">
          of {all.toLocaleString()} {all === 1 ? 'answer' : 'answers'} helpful
        </span>
      </p>
      <BarList
        bars={[
          { name: 'Helpful', count: helpful, label: 'Helpful' },
          { name: 'Needs improvement', count: unhelpful, label: 'Needs improvement' },
        ]}
      />
    </Panel>
  )
}

function Panel({ title, note, children }: { title: string; note: string | null; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0 rounded-card border border-border bg-surface p-4">
      <h2 className="mb-3 font-semibold text-base">{title}</h2>
      {note === null ? children : <p className="text-muted text-sm">{note}</p>}
    </section>
  )
}
