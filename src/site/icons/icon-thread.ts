import { StartError } from '#src/errors.ts'
import { createJobThread } from '#src/lib/job-thread.ts'
import type { IconJob, IconsDrawn } from './icon-jobs.ts'

const PATIENCE_MS = 30_000

/**
 * Draws in a thread that ends with its work: what draws keeps some 40 MB for itself. Throws StartError for a logo that
 * can't be drawn.
 */
export async function drawInThread(job: Omit<IconJob, 'kind'>): Promise<Record<string, string | Uint8Array>> {
  const startThread = () => new Worker(new URL('./icon-worker.ts', import.meta.url))
  using thread = createJobThread<IconJob, IconsDrawn>({ startThread, patienceMs: PATIENCE_MS, idleMs: 0 })
  const outcome = await thread.run({ kind: 'icons', ...job })
  if (outcome.kind === 'slow') throw new StartError('The logo takes too long to draw.')
  if (outcome.kind !== 'answer') throw new Error('the icons were not drawn', { cause: outcome })
  if ('reason' in outcome.answer) throw new StartError(`The logo can't be drawn: ${outcome.answer.reason}.`)
  return outcome.answer.pictures
}
