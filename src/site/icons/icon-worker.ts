/** Answers a brand with its pictures, or a title with its card; or with the reason for which there are none. */
import { drawIcons, drawPostCard, drawSocialImage } from './draw-icons.ts'
import type { CardJob, IconJob, IconsDrawn } from './icon-jobs.ts'

declare const self: Worker

async function draw(job: IconJob | CardJob): Promise<IconsDrawn> {
  if (job.kind === 'card') return { pictures: { card: await drawPostCard(job) } }
  const { brand, hasIcons } = job
  const icons = hasIcons ? await drawIcons(brand) : {}
  return { pictures: { ...icons, 'social.png': await drawSocialImage(brand) } }
}

self.onmessage = async ({ data }: MessageEvent<IconJob | CardJob>) => {
  const answer = await draw(data).catch((error) => ({
    reason: error instanceof Error ? error.message : String(error),
  }))
  self.postMessage(answer)
}
