import type { Drawing, DrawingJob } from './drawing-job.ts'

/** Pages that were drawn when the executable was built, by the key of their job; each is read when it is asked for. */
export type DrawnPages = ReadonlyMap<string, () => Promise<string>>

/** Where the site is in a page that was drawn before anyone knows: no one can have this address. */
export const STAND_IN_HOST = 'origin-of-passwright.invalid'

/** Names a job by all that goes into its page. */
export const keyOf = (job: DrawingJob): string => Bun.hash(JSON.stringify(job)).toString(36)

/** Draws what was not drawn when the executable was built: another setting makes another job. */
export const withDrawn =
  (drawn: DrawnPages, draw: Drawing): Drawing =>
  async (job) => {
    const isFixed = job.kind === 'page' && !job.shown && !job.page.preloaded
    const read = isFixed ? drawn.get(keyOf(job)) : undefined
    return read ? read() : draw(job)
  }
