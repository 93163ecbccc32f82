import { createJobThread } from '#src/lib/job-thread.ts'
import type { CardJob, IconBrand, RenderedIcons } from './icon-jobs.ts'

/** Returns a PNG; throws if rendering fails. */
export type RenderCard = (title: string) => Promise<Uint8Array<ArrayBuffer>>

const TIMEOUT_MS = 10_000
const IDLE_MS = 5_000

/** Renders one card at a time, in a worker that ends when idle, because the renderer takes about 40 MB. */
export function createCardThread(
  brand: IconBrand | null,
  siteName: string,
  timeoutMs = TIMEOUT_MS,
): { renderCard: RenderCard } & Disposable {
  const startThread = () => new Worker(new URL('./icon-worker.ts', import.meta.url))
  const thread = createJobThread<CardJob, RenderedIcons>({
    startThread,
    timeoutMs,
    idleMs: IDLE_MS,
  })
  return {
    renderCard: async (title) => {
      const outcome = await thread.run({ kind: 'card', brand, siteName, title })
      const picture =
        outcome.kind === 'answer' && 'pictures' in outcome.answer && outcome.answer.pictures.card
      if (!(picture instanceof Uint8Array)) throw new Error('the card was not rendered', { cause: outcome })
      return new Uint8Array(picture)
    },
    [Symbol.dispose]: () => thread[Symbol.dispose](),
  }
}
