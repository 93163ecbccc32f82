/** The place of the advertisement; the common banners of 320 × 100 and 728 × 90 pixels fit. */
export const AD_HEIGHT_PX = 100

/** The height in a message of the advertisement's frame, at most that of its place; null for any other message. */
export function readAdHeight(message: unknown): number | null {
  if (typeof message !== 'object' || message === null || !('adHeight' in message)) return null
  const { adHeight } = message
  if (typeof adHeight !== 'number' || !(adHeight > 0)) return null
  return Math.min(Math.ceil(adHeight), AD_HEIGHT_PX)
}
