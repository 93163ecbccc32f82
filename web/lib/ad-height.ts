export const AD_HEIGHT_PX = 100

export function readAdHeight(message: unknown): number | null {
  if (typeof message !== 'object' || message === null || !('adHeight' in message)) return null
  const { adHeight } = message
  if (typeof adHeight !== 'number' || !(adHeight > 0)) return null
  return Math.min(Math.ceil(adHeight), AD_HEIGHT_PX)
}
