import type { CardJob, IconJob, RenderedIcons } from './icon-jobs.ts'
import { renderIcons, renderPostCard, renderSocialImage } from './render-icons.ts'

declare const self: Worker

async function render(job: IconJob | CardJob): Promise<RenderedIcons> {
  if (job.kind === 'card') return { pictures: { card: await renderPostCard(job) } }
  const { brand, hasIcons } = job
  const icons = hasIcons ? await renderIcons(brand) : {}
  return { pictures: { ...icons, 'social.png': await renderSocialImage(brand) } }
}

self.onmessage = async ({ data }: MessageEvent<IconJob | CardJob>) => {
  const answer = await render(data).catch((error) => ({
    reason: error instanceof Error ? error.message : String(error),
  }))
  self.postMessage(answer)
}
