import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

type AnswerLabels = {
  method: string
  /** The route's pattern, such as /blog/:slug; never the path, of which there is no end. */
  route: string
  status: number
}

/** What an operator's monitoring may ask of this process. */
export type Metrics = {
  requestStarted(): void
  requestEnded(answered: AnswerLabels & { seconds: number }): void
  /** Counts answers with these labels that took no turn of the event loop; given how long each took. */
  answersOf(labels: AnswerLabels): (seconds: number) => void
  jobEnded(job: string, isDone: boolean, at: Date): void
  /** Events written in one transaction, or lost with it. */
  eventsWritten(count: number, isDone: boolean): void
  /** A figure that is read each time somebody asks; null while there is none. */
  watch(name: string, help: string, read: () => number | null | Promise<number | null>): void
  /** Memory, processor time and how late the event loop is, from now on. */
  watchProcess(): void
  /** Everything in the text format of Prometheus. */
  read(): Promise<{ type: string; text: string }>
}

/** From a page out of memory to an answer of a language model. */
const SECONDS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]

/**
 * Of what the library has to tell of a process, what is true of this runtime. The first of each family is among them, as
 * it reads the figures of the others.
 */
const OF_PROCESS =
  /^process_(?:cpu_(?:user_|system_)?seconds_total|start_time_seconds|resident_memory_bytes|open_fds|max_fds)$|^nodejs_eventloop_lag_(?:(?:mean|p50|p99|max)_)?seconds$/
const LAG_SAMPLE_MS = 50

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function createMetrics(version: string): Metrics {
  const register = new Registry()
  const registers = [register]
  const name = (rest: string) => `passwright_${rest}`

  new Gauge({
    name: name('build_info'),
    help: 'Always 1; the version is a label.',
    labelNames: ['version'],
    registers,
  })
    .labels(version)
    .set(1)
  const inFlight = new Gauge({
    name: name('http_requests_in_flight'),
    help: 'Requests that are being answered.',
    registers,
  })
  const requests = new Counter({
    name: name('http_requests_total'),
    help: 'Requests that were answered, by route.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: name('http_request_duration_seconds'),
    help: 'How long it took until the answer began, by route.',
    labelNames: ['method', 'route'],
    buckets: SECONDS,
    registers,
  })
  const jobs = new Gauge({
    name: name('job_last_end_timestamp_seconds'),
    help: 'When scheduled work last ended, well or not.',
    labelNames: ['job', 'outcome'],
    registers,
  })
  const events = new Counter({
    name: name('counted_events_total'),
    help: 'Page views and other events that were written, or lost.',
    labelNames: ['outcome'],
    registers,
  })
  const commits = new Counter({
    name: name('counter_commits_total'),
    help: 'Transactions that counted events were written in.',
    labelNames: ['outcome'],
    registers,
  })

  // Asked for by its labels each time, a figure costs twice as much.
  const bound = new Map<string, (seconds: number) => void>()
  function answersOf({ method: asked, route, status }: AnswerLabels) {
    const method = METHODS.has(asked) ? asked : 'other'
    const key = `${method} ${status} ${route}`
    const known = bound.get(key)
    if (known) return known
    const duration = durations.labels(method, route)
    const count = requests.labels(method, route, String(status))
    const add = (seconds: number) => {
      duration.observe(seconds)
      count.inc()
    }
    bound.set(key, add)
    return add
  }

  return {
    requestStarted: () => inFlight.inc(),
    requestEnded: ({ seconds, ...labels }) => {
      inFlight.dec()
      answersOf(labels)(seconds)
    },
    answersOf,
    jobEnded: (job, isDone, at) => jobs.labels(job, outcome(isDone)).set(at.getTime() / 1000),
    eventsWritten: (count, isDone) => {
      events.labels(outcome(isDone)).inc(count)
      commits.labels(outcome(isDone)).inc()
    },
    watch: (what, help, read) => {
      new Gauge({
        name: name(what),
        help,
        registers,
        async collect() {
          const value = await read()
          if (value === null) this.reset()
          else this.set(value)
        },
      })
    },
    watchProcess: () => {
      const own = new Set(register.getMetricsAsArray())
      collectDefaultMetrics({ register, eventLoopMonitoringPrecision: LAG_SAMPLE_MS })
      for (const metric of register.getMetricsAsArray()) {
        if (!own.has(metric) && !OF_PROCESS.test(metric.name)) register.removeSingleMetric(metric.name)
      }
    },
    read: async () => ({ type: register.contentType, text: await register.metrics() }),
  }
}

const outcome = (isDone: boolean) => (isDone ? 'done' : 'failed')
