const THUMB_PX = 22

/** Where the filled part of a slider ends, as a custom property of its outer element. */
export const PLACE = '--place'

type Range = { min: number; max: number }

/** Where the middle of the thumb is for a value, as a length in CSS. */
export const placeOf = (value: number, { min, max }: Range): string =>
  `calc(${(value - min) / (max - min)} * (100% - ${THUMB_PX}px) + ${THUMB_PX / 2}px)`
