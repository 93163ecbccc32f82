export const ALL_SCREENS = [
  { theme: 'light', width: 390, height: 844 },
  { theme: 'light', width: 1440, height: 900 },
  { theme: 'dark', width: 390, height: 844 },
  { theme: 'dark', width: 1440, height: 900 },
] as const

export type Screen = (typeof ALL_SCREENS)[number]

/** Each theme and each size once. */
export const TWO_SCREENS: readonly Screen[] = [ALL_SCREENS[0], ALL_SCREENS[3]]
