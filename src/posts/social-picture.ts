import { imagePathsIn, parseImagePath } from '#domain/images.ts'
import type { PublicPost, SocialPicture } from '#domain/posts.ts'

/** Networks show smaller images as thumbnails. */
const WIDTH_MIN = 600
const SUPPORTED_FORMATS = new Set(['webp', 'jpg', 'png'])
const CARD = { width: 1200, height: 630 }

/** Characters in the font of the cards. */
const IN_FONT = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\d\p{P}\p{Sc} +<=>|~^`©®°]+$/u
const EMOJI =
  /(?:(?![©®])\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u200d\ufe0f])+ ?/gu

/** Removes emoji; null if the font lacks a character. */
export function cardTitle(title: string): string | null {
  const text = title.normalize('NFC').replace(EMOJI, '').trim()
  return IN_FONT.test(text) ? text : null
}

/** The first large image; null if there is none. */
export function ownPicture({ title, content }: Pick<PublicPost, 'title' | 'content'>): SocialPicture | null {
  for (const path of imagePathsIn(content)) {
    const image = parseImagePath(path)
    if (image && image.width >= WIDTH_MIN && SUPPORTED_FORMATS.has(image.extension)) {
      return { path, width: image.width, height: image.height, alt: title }
    }
  }
  return null
}

/** The post's own picture, else a card with the title; null, for the site's own image, if neither is possible. */
export function socialPicture(post: Omit<PublicPost, 'excerpt'>): SocialPicture | null {
  const picture = ownPicture(post)
  if (picture) return picture
  const { slug, title } = post
  const text = cardTitle(title)
  // Networks cache pictures by URL, so it contains the title's hash.
  return text === null
    ? null
    : { path: `/social/${slug}.png?v=${Bun.hash(text).toString(36)}`, ...CARD, alt: title }
}
