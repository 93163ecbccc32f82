const THUMB_PX = 22

/** Custom property: where the filled part ends. */
export const THUMB_POSITION = '--place'

type Range = { min: number; max: number }

/** The thumb's center, as a CSS length. */
export const thumbPosition = (value: number, { min, max }: Range): string =>
  `calc(${(value - min) / (max - min)} * (100% - ${THUMB_PX}px) + ${THUMB_PX / 2}px)`
