import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isUnavailable } from '#src/errors.ts'
import {
  BOUNDS_SECONDS,
  type MetricsData,
  type ResponseSeries,
  type Scrape,
  type WatchedGauge,
} from './metrics-data.ts'

/** Process metrics of the library that are correct in Bun. The first of each family collects the others' values. */
const PROCESS_METRICS =
  /^process_(?:start_time_seconds|resident_memory_bytes|open_fds|max_fds)$|^nodejs_eventloop_lag_(?:(?:mean|p50|p99|max)_)?seconds$/
const LAG_SAMPLE_MS = 50

const name = (rest: string) => `passwright_${rest}`

/** Starts sampling the event loop lag. */
export function renderPrometheus(metricsData: MetricsData): () => Promise<Scrape> {
  const register = Registry.merge([watchProcess()])
  const registers = [register]

  new Gauge({
    name: name('build_info'),
    help: 'Always 1; the version is a label.',
    labelNames: ['version'],
    registers,
  }).set({ version: metricsData.version }, 1)
  new Gauge({
    name: name('http_requests_in_flight'),
    help: 'Requests in progress.',
    registers,
    collect() {
      this.set(metricsData.inFlight)
    },
  })
  new Counter({
    name: name('http_requests_total'),
    help: 'Responses, by route.',
    labelNames: ['method', 'route', 'status'],
    registers,
    collect() {
      this.reset()
      for (const { method, route, status, counts } of metricsData.responses) {
        this.inc({ method, route, status }, sum(counts))
      }
    },
  })
  register.registerMetric(new Durations(metricsData.responses))
  new Gauge({
    name: name('job_last_end_timestamp_seconds'),
    help: 'End time of the last run of each job, by outcome.',
    labelNames: ['job', 'outcome'],
    registers,
    collect() {
      for (const { job, outcome, at } of metricsData.jobs.values()) this.set({ job, outcome }, at)
    },
  })
  const byOutcome = { labelNames: ['outcome'], registers }
  new Counter({
    ...byOutcome,
    name: name('counted_events_total'),
    help: 'Page views and other events, written or lost.',
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(metricsData.events)) this.inc({ outcome }, count)
    },
  })
  new Counter({
    ...byOutcome,
    name: name('counter_commits_total'),
    help: 'Transactions that wrote counted events.',
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(metricsData.commits)) this.inc({ outcome }, count)
    },
  })
  new Counter({
    name: name('notices_total'),
    help: 'Attempts to send notices to the operator.',
    labelNames: ['channel', 'outcome'],
    registers,
    collect() {
      this.reset()
      for (const { channel, outcome, count } of metricsData.notices.values())
        this.inc({ channel, outcome }, count)
    },
  })
  for (const { name: what, help, read } of metricsData.watched) {
    new Gauge({
      name: name(what),
      help,
      registers,
      async collect() {
        const value = await readIfAvailable(read)
        if (value === null) this.remove()
        else this.set(value)
      },
    })
  }
  return async () => ({ type: register.contentType, text: await register.metrics() })
}

const DURATION = name('http_request_duration_seconds')
const DURATION_HELP = 'Time to the start of the response, by route.'

/** The library would look up labels for each value, at 0.3 µs. */
class Durations extends Histogram {
  readonly #series: readonly ResponseSeries[]

  constructor(series: readonly ResponseSeries[]) {
    super({ name: DURATION, help: DURATION_HELP, buckets: BOUNDS_SECONDS, registers: [] })
    this.#series = series
  }

  async getForPromString() {
    const routes = Map.groupBy(this.#series, ({ method, route }) => JSON.stringify([method, route]))
    return {
      name: DURATION,
      help: DURATION_HELP,
      type: 'histogram',
      values: [...routes.values()].flatMap(durationsOf),
    }
  }
}

function durationsOf(series: ResponseSeries[]) {
  const labels = { method: series[0]?.method, route: series[0]?.route }
  const countUpTo = (bucket: number) => sum(series.map(({ counts }) => sum(counts.slice(0, bucket + 1))))
  return [
    ...[...BOUNDS_SECONDS, '+Inf'].map((le, bucket) => ({
      metricName: `${DURATION}_bucket`,
      labels: { le, ...labels },
      value: countUpTo(bucket),
    })),
    { metricName: `${DURATION}_sum`, labels, value: sum(series.map(({ seconds }) => seconds)) },
    { metricName: `${DURATION}_count`, labels, value: countUpTo(BOUNDS_SECONDS.length) },
  ]
}

let processMetrics: Registry | undefined

/** The same for every app in this process, because registering the library's metrics examines the whole heap. */
function watchProcess(): Registry {
  if (processMetrics) return processMetrics
  const register = new Registry()
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: LAG_SAMPLE_MS })
  for (const { name } of register.getMetricsAsArray()) {
    if (!PROCESS_METRICS.test(name)) register.removeSingleMetric(name)
  }
  countProcessorTime(register, '', 'user and system', ({ user, system }) => user + system)
  countProcessorTime(register, 'user_', 'user', ({ user }) => user)
  countProcessorTime(register, 'system_', 'system', ({ system }) => system)
  processMetrics = register
  return register
}

/** Since the start of the process; the library counts from when it is loaded. */
function countProcessorTime(
  register: Registry,
  kind: string,
  modes: string,
  micros: (usage: NodeJS.CpuUsage) => number,
) {
  new Counter({
    name: `process_cpu_${kind}seconds_total`,
    help: `Processor time spent in ${modes} mode, in seconds.`,
    registers: [register],
    collect() {
      this.reset()
      this.inc(micros(process.cpuUsage()) / 1e6)
    },
  })
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** Metrics must stay available while the database is down. */
async function readIfAvailable(read: WatchedGauge['read']): Promise<number | null> {
  try {
    return await read()
  } catch (error) {
    if (isUnavailable(error)) return null
    throw error
  }
}
