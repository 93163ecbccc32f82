import { isUnavailable } from '#src/errors.ts'
import { readProcessMetrics } from './process-metrics.ts'
import { type Family, PROMETHEUS_TYPE, printFamilies, type Sample } from './prometheus.ts'

type ResponseLabels = {
  method: string
  /** The route's pattern, such as /blog/:slug: paths would be unbounded. */
  route: string
  status: number
}

/** One count per bound, plus one for longer durations. */
type ResponseSeries = ResponseLabels & { counts: number[]; seconds: number }

type Gauge = () => number | null | Promise<number | null>

export type Metrics = ReturnType<typeof createMetrics>

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const BOUNDS_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]

export function createMetrics(version: string) {
  let inFlight = 0
  const responses: ResponseSeries[] = []
  const jobs = createSeries()
  const events = createSeries()
  const commits = createSeries()
  const notices = createSeries()
  const watched: { name: string; help: string; read: Gauge }[] = []
  for (const series of [events, commits]) for (const outcome of ['done', 'failed']) series.add({ outcome }, 0)

  const known = new Map<string, (seconds: number) => void>()
  /** For cached responses; the returned function takes the duration in seconds. */
  function responseCounter({ method: requested, route, status }: ResponseLabels) {
    const method = METHODS.has(requested) ? requested : 'other'
    const key = JSON.stringify([method, status, route])
    const add = known.get(key) ?? countResponses({ method, route, status })
    known.set(key, add)
    return add
  }

  function countResponses(labels: ResponseLabels) {
    const counts = [0, ...BOUNDS_SECONDS.map(() => 0)]
    const series: ResponseSeries = { ...labels, counts, seconds: 0 }
    responses.push(series)
    return (seconds: number) => {
      let bucket = 0
      while (seconds > (BOUNDS_SECONDS[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1
      counts[bucket] = (counts[bucket] ?? 0) + 1
      series.seconds += seconds
    }
  }

  async function read() {
    const ours = async (type: Family['type'], name: string, help: string, samples: Iterable<Sample>) =>
      ({ name: `passwright_${name}`, type, help, samples: [...samples] }) satisfies Family
    const families = await Promise.all([
      ...readProcessMetrics(),
      ours('gauge', 'build_info', 'Always 1; the version is a label.', [{ labels: { version }, value: 1 }]),
      ours('gauge', 'http_requests_in_flight', 'Requests in progress.', [{ value: inFlight }]),
      ours('counter', 'http_requests_total', 'Responses, by route.', responses.map(totalOf)),
      ours(
        'histogram',
        'http_request_duration_seconds',
        'Time to the start of the response, by route.',
        durationsOf(responses),
      ),
      ours(
        'gauge',
        'job_last_end_timestamp_seconds',
        'End time of the last run of each job, by outcome.',
        jobs.samples(),
      ),
      ours(
        'counter',
        'counted_events_total',
        'Page views and other events, written or lost.',
        events.samples(),
      ),
      ours('counter', 'event_commits_total', 'Transactions that wrote counted events.', commits.samples()),
      ours('counter', 'notices_total', 'Attempts to send notices to the operator.', notices.samples()),
      ...watched.map(async ({ name, help, read }) => {
        const value = await readIfAvailable(read)
        return ours('gauge', name, help, value === null ? [] : [{ value }])
      }),
    ])
    return { type: PROMETHEUS_TYPE, text: printFamilies(families) }
  }

  return {
    requestStarted: () => {
      inFlight += 1
    },
    requestEnded: ({ seconds, ...labels }: ResponseLabels & { seconds: number }) => {
      inFlight -= 1
      responseCounter(labels)(seconds)
    },
    responseCounter,
    jobEnded: (job: string, succeeded: boolean, at: Date) =>
      jobs.set({ job, outcome: outcomeOf(succeeded) }, at.getTime() / 1000),
    eventsWritten: (count: number, succeeded: boolean) => {
      events.add({ outcome: outcomeOf(succeeded) }, count)
      commits.add({ outcome: outcomeOf(succeeded) }, 1)
    },
    eventsLost: (count: number) => events.add({ outcome: outcomeOf(false) }, count),
    noticeSent: (channel: string, succeeded: boolean) =>
      notices.add({ channel, outcome: outcomeOf(succeeded) }, 1),
    /** A gauge read at each scrape; null while there is no value. */
    watch: (name: string, help: string, read: Gauge) => void watched.push({ name, help, read }),
    read,
  }
}

const outcomeOf = (succeeded: boolean) => (succeeded ? 'done' : 'failed')

/** Values by labels. */
function createSeries() {
  const kept = new Map<string, { labels: Record<string, string>; value: number }>()
  const set = (labels: Record<string, string>, value: number) =>
    void kept.set(JSON.stringify(labels), { labels, value })
  return {
    set,
    add: (labels: Record<string, string>, value: number) =>
      set(labels, (kept.get(JSON.stringify(labels))?.value ?? 0) + value),
    samples: () => kept.values(),
  }
}

const totalOf = ({ method, route, status, counts }: ResponseSeries): Sample => ({
  labels: { method, route, status },
  value: sum(counts),
})

function durationsOf(responses: ResponseSeries[]): Sample[] {
  const routes = Map.groupBy(responses, ({ method, route }) => JSON.stringify([method, route]))
  return [...routes.values()].flatMap((series) => {
    const { method = '', route = '' } = series[0] ?? {}
    const labels = { method, route }
    const countUpTo = (bucket: number) => sum(series.map(({ counts }) => sum(counts.slice(0, bucket + 1))))
    return [
      ...[...BOUNDS_SECONDS, '+Inf'].map((le, bucket) => ({
        suffix: '_bucket',
        labels: { le, ...labels },
        value: countUpTo(bucket),
      })),
      { suffix: '_sum', labels, value: sum(series.map(({ seconds }) => seconds)) },
      { suffix: '_count', labels, value: countUpTo(BOUNDS_SECONDS.length) },
    ]
  })
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** Metrics must stay available while the database is down. */
async function readIfAvailable(read: Gauge): Promise<number | null> {
  try {
    return await read()
  } catch (error) {
    if (isUnavailable(error)) return null
    throw error
  }
}
