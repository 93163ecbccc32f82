export type AnswerLabels = {
  method: string
  /** The route's pattern, such as /blog/:slug; never the path, of which there is no end. */
  route: string
  status: number
}

/** How many answers had these labels, and how long they took: `counts` has one more than there are bounds. */
export type Answers = AnswerLabels & { counts: number[]; seconds: number }

export type Watched = { name: string; help: string; read: () => number | null | Promise<number | null> }

/** All that is counted. */
export type Figures = {
  version: string
  inFlight: number
  answers: Answers[]
  /** When each job last ended, seconds since 1970. */
  jobs: Map<string, { job: string; outcome: Outcome; at: number }>
  events: Record<Outcome, number>
  commits: Record<Outcome, number>
  /** Attempts to tell the operator of something. */
  notices: Map<string, { channel: string; outcome: Outcome; count: number }>
  watched: Watched[]
}

export type Outcome = 'done' | 'failed'

/** From a page out of memory to an answer of a language model. */
export const BOUNDS_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]

/** The figures as text, and its media type. */
export type Rendered = { type: string; text: string }
