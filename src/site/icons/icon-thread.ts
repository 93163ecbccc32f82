import { StartError } from '#src/errors.ts'
import { createJobThread } from '#src/lib/job-thread.ts'
import type { IconJob, RenderedIcons } from './icon-jobs.ts'

const TIMEOUT_MS = 30_000

/** Uses a worker, because the renderer takes about 40 MB. Throws StartError if the logo can't be rendered. */
export async function renderIconsInThread(
  job: Omit<IconJob, 'kind'>,
): Promise<Record<string, string | Uint8Array>> {
  const startThread = () => new Worker(new URL('./icon-worker.ts', import.meta.url))
  using thread = createJobThread<IconJob, RenderedIcons>({ startThread, timeoutMs: TIMEOUT_MS, idleMs: 0 })
  const outcome = await thread.run({ kind: 'icons', ...job })
  if (outcome.kind === 'slow') throw new StartError('The logo takes too long to render.')
  if (outcome.kind !== 'answer') throw new Error('the icons were not rendered', { cause: outcome })
  if ('reason' in outcome.answer)
    throw new StartError(`The logo can't be rendered: ${outcome.answer.reason}.`)
  return outcome.answer.pictures
}
