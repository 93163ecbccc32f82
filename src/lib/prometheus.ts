import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isUnavailable } from '#src/errors.ts'
import { type Answers, BOUNDS_SECONDS, type Figures, type Rendered, type Watched } from './figures.ts'

/**
 * Of what the library has to tell of a process, what is true of this runtime. The first of each family is among them, as
 * it reads the figures of the others.
 */
const OF_PROCESS =
  /^process_(?:cpu_(?:user_|system_)?seconds_total|start_time_seconds|resident_memory_bytes|open_fds|max_fds)$|^nodejs_eventloop_lag_(?:(?:mean|p50|p99|max)_)?seconds$/
const LAG_SAMPLE_MS = 50

const name = (rest: string) => `passwright_${rest}`

/** Answers what reads the figures in the text format of Prometheus; the event loop is watched from now on. */
export function renderPrometheus(figures: Figures): () => Promise<Rendered> {
  const register = new Registry()
  const registers = [register]
  watchProcess(register)

  new Gauge({
    name: name('build_info'),
    help: 'Always 1; the version is a label.',
    labelNames: ['version'],
    registers,
  }).set({ version: figures.version }, 1)
  new Gauge({
    name: name('http_requests_in_flight'),
    help: 'Requests that are being answered.',
    registers,
    collect() {
      this.set(figures.inFlight)
    },
  })
  new Counter({
    name: name('http_requests_total'),
    help: 'Requests that were answered, by route.',
    labelNames: ['method', 'route', 'status'],
    registers,
    collect() {
      this.reset()
      for (const { method, route, status, counts } of figures.answers) {
        this.inc({ method, route, status }, sum(counts))
      }
    },
  })
  register.registerMetric(new Durations(figures.answers))
  new Gauge({
    name: name('job_last_end_timestamp_seconds'),
    help: 'When scheduled work last ended, well or not.',
    labelNames: ['job', 'outcome'],
    registers,
    collect() {
      for (const { job, outcome, at } of figures.jobs.values()) this.set({ job, outcome }, at)
    },
  })
  const byOutcome = { labelNames: ['outcome'], registers }
  new Counter({
    ...byOutcome,
    name: name('counted_events_total'),
    help: 'Page views and other events that were written, or lost.',
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(figures.events)) this.inc({ outcome }, count)
    },
  })
  new Counter({
    ...byOutcome,
    name: name('counter_commits_total'),
    help: 'Transactions that counted events were written in.',
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(figures.commits)) this.inc({ outcome }, count)
    },
  })
  new Counter({
    name: name('notices_total'),
    help: 'Attempts to send notices to the operator.',
    labelNames: ['channel', 'outcome'],
    registers,
    collect() {
      this.reset()
      for (const { channel, outcome, count } of figures.notices.values())
        this.inc({ channel, outcome }, count)
    },
  })
  for (const { name: what, help, read } of figures.watched) {
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
const DURATION_HELP = 'How long it took until the answer began, by route.'

/** A histogram that is counted elsewhere: for each value the library would look its labels up, at 0.3 µs. */
class Durations extends Histogram {
  readonly #answers: readonly Answers[]

  constructor(answers: readonly Answers[]) {
    super({ name: DURATION, help: DURATION_HELP, buckets: BOUNDS_SECONDS, registers: [] })
    this.#answers = answers
  }

  /** What the registry asks for. */
  async getForPromString() {
    const routes = Map.groupBy(this.#answers, ({ method, route }) => `${method} ${route}`)
    return {
      name: DURATION,
      help: DURATION_HELP,
      type: 'histogram',
      values: [...routes.values()].flatMap(durationsOf),
    }
  }
}

/** The lines of one route, whose answers differ in their status. */
function durationsOf(answers: Answers[]) {
  const labels = { method: answers[0]?.method, route: answers[0]?.route }
  const countUpTo = (bucket: number) => sum(answers.map(({ counts }) => sum(counts.slice(0, bucket + 1))))
  return [
    ...[...BOUNDS_SECONDS, '+Inf'].map((le, bucket) => ({
      metricName: `${DURATION}_bucket`,
      labels: { le, ...labels },
      value: countUpTo(bucket),
    })),
    { metricName: `${DURATION}_sum`, labels, value: sum(answers.map(({ seconds }) => seconds)) },
    { metricName: `${DURATION}_count`, labels, value: countUpTo(BOUNDS_SECONDS.length) },
  ]
}

function watchProcess(register: Registry): void {
  const { user, system } = process.cpuUsage()
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: LAG_SAMPLE_MS })
  for (const { name } of register.getMetricsAsArray()) {
    if (!OF_PROCESS.test(name)) register.removeSingleMetric(name)
  }
  // The library counts from when it is loaded.
  const before = { user_: user, system_: system, '': user + system }
  for (const [kind, micros] of Object.entries(before)) {
    const counter = register.getSingleMetric(`process_cpu_${kind}seconds_total`)
    if (counter instanceof Counter) counter.inc(micros / 1e6)
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** Figures that need no database are wanted most while it is away. */
async function readIfAvailable(read: Watched['read']): Promise<number | null> {
  try {
    return await read()
  } catch (error) {
    if (isUnavailable(error)) return null
    throw error
  }
}
