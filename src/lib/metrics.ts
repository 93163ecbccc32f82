import {
  type AnswerLabels,
  type Answers,
  BOUNDS_SECONDS,
  type Figures,
  type Outcome,
  type Rendered,
  type Watched,
} from './figures.ts'

/** What an operator's monitoring may ask of this process. */
export type Metrics = {
  requestStarted(): void
  requestEnded(answered: AnswerLabels & { seconds: number }): void
  /** Counts answers with these labels that took no turn of the event loop; given how long each took. */
  answersOf(labels: AnswerLabels): (seconds: number) => void
  jobEnded(job: string, isDone: boolean, at: Date): void
  /** Events written in one transaction, or lost with it. */
  eventsWritten(count: number, isDone: boolean): void
  noticeSent(channel: string, isDone: boolean): void
  /** A figure that is read each time somebody asks; null while there is none. */
  watch(name: string, help: string, read: Watched['read']): void
  /** Everything in the text format of Prometheus. */
  read(): Promise<Rendered>
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function createMetrics(version: string): Metrics {
  const figures: Figures = {
    version,
    inFlight: 0,
    answers: [],
    jobs: new Map(),
    events: { done: 0, failed: 0 },
    commits: { done: 0, failed: 0 },
    notices: new Map(),
    watched: [],
  }

  const known = new Map<string, (seconds: number) => void>()
  function answersOf({ method: asked, route, status }: AnswerLabels) {
    const method = METHODS.has(asked) ? asked : 'other'
    const key = `${method} ${status} ${route}`
    const add = known.get(key) ?? countAnswers({ method, route, status })
    known.set(key, add)
    return add
  }

  function countAnswers(labels: AnswerLabels) {
    const counts = [0, ...BOUNDS_SECONDS.map(() => 0)]
    const answers: Answers = { ...labels, counts, seconds: 0 }
    figures.answers.push(answers)
    return (seconds: number) => {
      let bucket = 0
      while (seconds > (BOUNDS_SECONDS[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1
      counts[bucket] = (counts[bucket] ?? 0) + 1
      answers.seconds += seconds
    }
  }

  let rendering: Promise<() => Promise<Rendered>> | null = null

  return {
    requestStarted: () => {
      figures.inFlight += 1
    },
    requestEnded: ({ seconds, ...labels }) => {
      figures.inFlight -= 1
      answersOf(labels)(seconds)
    },
    answersOf,
    jobEnded: (job, isDone, at) => {
      const outcome = outcomeOf(isDone)
      figures.jobs.set(`${job} ${outcome}`, { job, outcome, at: at.getTime() / 1000 })
    },
    eventsWritten: (count, isDone) => {
      figures.events[outcomeOf(isDone)] += count
      figures.commits[outcomeOf(isDone)] += 1
    },
    noticeSent: (channel, isDone) => {
      const outcome = outcomeOf(isDone)
      const key = `${channel} ${outcome}`
      const count = (figures.notices.get(key)?.count ?? 0) + 1
      figures.notices.set(key, { channel, outcome, count })
    },
    watch: (name, help, read) => void figures.watched.push({ name, help, read }),
    read: async () => {
      // Most servers are never asked: they start faster without the library.
      rendering ??= import('./prometheus.ts').then(({ renderPrometheus }) => renderPrometheus(figures))
      return (await rendering)()
    },
  }
}

const outcomeOf = (isDone: boolean): Outcome => (isDone ? 'done' : 'failed')
