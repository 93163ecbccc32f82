import {
  BOUNDS_SECONDS,
  type MetricsData,
  type Outcome,
  type ResponseLabels,
  type ResponseSeries,
  type Scrape,
  type WatchedGauge,
} from './metrics-data.ts'

export type Metrics = {
  requestStarted(): void
  requestEnded(response: ResponseLabels & { seconds: number }): void
  /** For cached responses; takes the duration in seconds. */
  responseCounter(labels: ResponseLabels): (seconds: number) => void
  jobEnded(job: string, succeeded: boolean, at: Date): void
  eventsWritten(count: number, succeeded: boolean): void
  eventsLost(count: number): void
  noticeSent(channel: string, succeeded: boolean): void
  /** A gauge read at each scrape; null while there is no value. */
  watch(name: string, help: string, read: WatchedGauge['read']): void
  read(): Promise<Scrape>
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function createMetrics(version: string): Metrics {
  const metricsData: MetricsData = {
    version,
    inFlight: 0,
    responses: [],
    jobs: new Map(),
    events: { done: 0, failed: 0 },
    commits: { done: 0, failed: 0 },
    notices: new Map(),
    watched: [],
  }

  const known = new Map<string, (seconds: number) => void>()
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
    metricsData.responses.push(series)
    return (seconds: number) => {
      let bucket = 0
      while (seconds > (BOUNDS_SECONDS[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1
      counts[bucket] = (counts[bucket] ?? 0) + 1
      series.seconds += seconds
    }
  }

  let rendering: Promise<() => Promise<Scrape>> | null = null

  return {
    requestStarted: () => {
      metricsData.inFlight += 1
    },
    requestEnded: ({ seconds, ...labels }) => {
      metricsData.inFlight -= 1
      responseCounter(labels)(seconds)
    },
    responseCounter,
    jobEnded: (job, succeeded, at) => {
      const outcome = outcomeOf(succeeded)
      metricsData.jobs.set(JSON.stringify([job, outcome]), { job, outcome, at: at.getTime() / 1000 })
    },
    eventsWritten: (count, succeeded) => {
      metricsData.events[outcomeOf(succeeded)] += count
      metricsData.commits[outcomeOf(succeeded)] += 1
    },
    eventsLost: (count) => {
      metricsData.events.failed += count
    },
    noticeSent: (channel, succeeded) => {
      const outcome = outcomeOf(succeeded)
      const key = JSON.stringify([channel, outcome])
      const count = (metricsData.notices.get(key)?.count ?? 0) + 1
      metricsData.notices.set(key, { channel, outcome, count })
    },
    watch: (name, help, read) => void metricsData.watched.push({ name, help, read }),
    read: async () => {
      // Loaded on first scrape: startup is faster without it.
      rendering ??= import('./prometheus.ts').then(({ renderPrometheus }) => renderPrometheus(metricsData))
      return (await rendering)()
    },
  }
}

const outcomeOf = (succeeded: boolean): Outcome => (succeeded ? 'done' : 'failed')
