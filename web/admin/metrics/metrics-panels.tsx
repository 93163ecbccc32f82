import type { ReactNode } from 'react'
import { type BotSignal, type Metrics, OTHER_SOURCE, type SourceGroup } from '#domain/statistics.ts'
import { usePage } from '#web/lib/page.tsx'

const GROUPS: Record<SourceGroup, string> = {
  direct: 'Direct',
  search: 'Search engines',
  ai: 'AI assistants',
  social: 'Social networks',
  site: 'Other sites',
}

const SIGNALS: Record<BotSignal, string> = {
  ai_crawler: 'AI crawlers',
  agent: 'Other bots',
  no_agent: 'No browser name',
  prefetch: 'Loaded in advance',
}

export function MetricsPanels({ metrics }: { metrics: Metrics }) {
  const { days, strengths, topPages, sourceGroups, topSources, campaigns, botSignals } = metrics
  const visits = sourceGroups.reduce((sum, { views }) => sum + views, 0)
  const leftOut = botSignals.reduce((sum, { count }) => sum + count, 0)
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
      <Panel title="Traffic sources" note={visits === 0 ? 'No visits.' : null}>
        <BarList bars={sourceGroups.map(({ group, views }) => barOf(GROUPS[group], views))} />
      </Panel>
      <Panel title="Top sources" note={topSources.length === 0 ? 'No visits from other sites.' : null}>
        <BarList
          bars={topSources.map(({ group, name, views }) => ({
            name: `${group} ${name}`,
            count: views,
            label: name === OTHER_SOURCE ? 'Others' : name,
          }))}
        />
      </Panel>
      <Panel title="Strength of checked passwords" note={checks === 0 ? 'No passwords checked.' : null}>
        <BarList bars={strengths.map(({ from, count }) => barOf(`${from}–${from + 10}%`, count))} />
      </Panel>
      <Panel title="Bots and other views left out" note={leftOut === 0 ? 'None.' : null}>
        <BarList bars={botSignals.map(({ signal, count }) => barOf(SIGNALS[signal], count))} />
      </Panel>
      <Feedback
        helpful={days.reduce((sum, day) => sum + day.helpful, 0)}
        unhelpful={days.reduce((sum, day) => sum + day.unhelpful, 0)}
      />
      {campaigns.length > 0 && (
        <Panel title="Campaigns" note={null}>
          <BarList bars={campaigns.map(({ name, views }) => barOf(name, views))} />
        </Panel>
      )}
    </div>
  )
}

const barOf = (name: string, count: number): Bar => ({ name, count, label: name })

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
      <BarList bars={[barOf('Helpful', helpful), barOf('Needs improvement', unhelpful)]} />
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

type Bar = { name: string; count: number; label: ReactNode }

/** Bars are relative to the largest count. */
function BarList({ bars }: { bars: readonly Bar[] }) {
  const max = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <ol className="space-y-1 text-sm">
      {bars.map(({ name, count, label }) => (
        <li key={name} className="relative flex min-h-7 items-center justify-between gap-4 px-2">
          <span
            aria-hidden
            style={{ width: `${(count / max) * 100}%` }}
            className="absolute inset-y-0 left-0 rounded-md bg-accent-soft forced-colors:rounded-none forced-colors:border-b-2"
          />
          <span className="relative min-w-0 truncate">{label}</span>
          <span className="relative tabular-nums">{count.toLocaleString()}</span>
        </li>
      ))}
    </ol>
  )
}
