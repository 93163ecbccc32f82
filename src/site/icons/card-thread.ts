import { createJobThread } from '#src/lib/job-thread.ts'
import type { CardJob, IconBrand, IconsDrawn } from './icon-jobs.ts'

/** Draws the card of a title as PNG. Throws when it can't be drawn. */
export type DrawCard = (title: string) => Promise<Uint8Array<ArrayBuffer>>

const PATIENCE_MS = 10_000
const IDLE_MS = 5_000

/** Draws one card at a time, in a thread that ends when idle: what draws keeps some 40 MB for itself. */
export function createCardDrawing(
  brand: IconBrand | null,
  siteName: string,
): { drawCard: DrawCard } & Disposable {
  const startThread = () => new Worker(new URL('./icon-worker.ts', import.meta.url))
  const thread = createJobThread<CardJob, IconsDrawn>({
    startThread,
    patienceMs: PATIENCE_MS,
    idleMs: IDLE_MS,
  })
  return {
    drawCard: async (title) => {
      const outcome = await thread.run({ kind: 'card', brand, siteName, title })
      const picture =
        outcome.kind === 'answer' && 'pictures' in outcome.answer && outcome.answer.pictures.card
      if (!(picture instanceof Uint8Array)) throw new Error('the card was not drawn', { cause: outcome })
      return new Uint8Array(picture)
    },
    [Symbol.dispose]: () => thread[Symbol.dispose](),
  }
}
