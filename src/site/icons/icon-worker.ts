/** The thread of drawInThread: answers a brand with its pictures, or with the reason for which there are none. */
import { drawIcons, drawSocialImage } from './draw-icons.ts'
import type { IconJob, IconsDrawn } from './icon-thread.ts'

declare const self: Worker

async function draw({ brand, hasIcons }: IconJob): Promise<IconsDrawn> {
  const icons = hasIcons ? await drawIcons(brand) : {}
  return { pictures: { ...icons, 'social.png': await drawSocialImage(brand) } }
}

self.onmessage = async ({ data }: MessageEvent<IconJob>) => {
  const answer = await draw(data).catch((error) => ({
    reason: error instanceof Error ? error.message : String(error),
  }))
  self.postMessage(answer)
}
