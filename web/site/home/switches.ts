/** In display order. */
export const SWITCHES = [
  { name: 'includeUppercase', label: 'Uppercase', sample: 'A–Z' },
  { name: 'includeLowercase', label: 'Lowercase', sample: 'a–z' },
  { name: 'includeNumbers', label: 'Numbers', sample: '0–9' },
  { name: 'includeSymbols', label: 'Symbols', sample: '!@#…' },
  { name: 'avoidAmbiguous', label: 'Avoid ambiguous', sample: '0, O, l, 1' },
] as const
