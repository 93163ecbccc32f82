import { imageAt, imagePathsIn } from '#domain/images.ts'
import type { PublicPost, SocialPicture } from '#domain/posts.ts'

/** Networks shrink a smaller image to a thumbnail beside the title. */
const SMALLEST_WIDTH = 600
/** What every large network can show. */
const SHOWN_EVERYWHERE = new Set(['webp', 'jpg', 'png'])
const CARD = { width: 1200, height: 630 }

/** The letters and signs of the font that cards are drawn in. */
const DRAWABLE = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\d\p{P}\p{Sc} +<=>|~^`©®°]+$/u
const EMOJI =
  /(?:(?![©®])\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u200d\ufe0f])+ ?/gu

/** The title as a card can show it, without emoji; null where that would leave boxes in place of letters. */
export function cardTitle(title: string): string | null {
  const text = title.normalize('NFC').replace(EMOJI, '').trim()
  return DRAWABLE.test(text) ? text : null
}

/** What link previews show of a post: its first large image, or a card with its title; null for the site's own. */
export function socialPicture({ slug, title, content }: Omit<PublicPost, 'excerpt'>): SocialPicture | null {
  for (const path of imagePathsIn(content)) {
    const image = imageAt(path)
    if (image && image.width >= SMALLEST_WIDTH && SHOWN_EVERYWHERE.has(image.extension)) {
      return { path, width: image.width, height: image.height, alt: title }
    }
  }
  const text = cardTitle(title)
  // Networks keep a picture for as long as its address stays.
  return text === null
    ? null
    : { path: `/social/${slug}.png?v=${Bun.hash(text).toString(36)}`, ...CARD, alt: title }
}
