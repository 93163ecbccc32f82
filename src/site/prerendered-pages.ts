import type { Render, RenderJob } from './render-job.ts'

/** Pages rendered at build time, by job key. Each is read on first use. */
export type PrerenderedPages = ReadonlyMap<string, () => Promise<string>>

/** The .invalid domain is reserved. */
export const PLACEHOLDER_HOST = 'origin-of-passwright.invalid'

/** Hashes everything that the page depends on. */
export const keyOf = (job: RenderJob): string => Bun.hash(JSON.stringify(job)).toString(36)

/** Falls back to `render` for pages that aren't pre-rendered, for example with other settings. */
export const withPrerendered =
  (prerendered: PrerenderedPages, render: Render): Render =>
  async (job) => {
    const isStatic = job.kind === 'page' && !job.shown && !job.page.preloaded
    const read = isStatic ? prerendered.get(keyOf(job)) : undefined
    return read ? read() : render(job)
  }
