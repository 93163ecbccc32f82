const DEVICES: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Macintosh/, 'Mac'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

/** A name for a passkey that is made here; empty where nothing is known of the device. */
export const suggestName = (userAgent: string): string =>
  DEVICES.find(([pattern]) => pattern.test(userAgent))?.[1] ?? ''
