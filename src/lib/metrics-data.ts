export type ResponseLabels = {
  method: string
  /** The route's pattern, such as /blog/:slug: paths would be unbounded. */
  route: string
  status: number
}

/** One count per bound, plus one for longer durations. */
export type ResponseSeries = ResponseLabels & { counts: number[]; seconds: number }

export type WatchedGauge = { name: string; help: string; read: () => number | null | Promise<number | null> }

export type MetricsData = {
  version: string
  inFlight: number
  responses: ResponseSeries[]
  /** `at` is seconds since 1970. */
  jobs: Map<string, { job: string; outcome: Outcome; at: number }>
  events: Record<Outcome, number>
  commits: Record<Outcome, number>
  notices: Map<string, { channel: string; outcome: Outcome; count: number }>
  watched: WatchedGauge[]
}

export type Outcome = 'done' | 'failed'

export const BOUNDS_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]

export type Scrape = { type: string; text: string }
