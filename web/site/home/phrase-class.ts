/**
 * Minimum sizes by length for phones, tablets and desktops. Text grows up to 44 px while it fits on one line; each
 * size fits the box of a 64-character password.
 */
const LOOKS = [
  { characters: 48, look: '[--smallest:1.5rem] sm:[--smallest:2rem] lg:[--smallest:2.5rem]' },
  { characters: 64, look: '[--smallest:1.375rem] sm:[--smallest:1.875rem] lg:[--smallest:2.25rem]' },
  { characters: 88, look: '[--smallest:1.25rem] sm:[--smallest:1.625rem] lg:[--smallest:2rem]' },
  { characters: 128, look: '[--smallest:1rem] sm:[--smallest:1.375rem] lg:[--smallest:1.75rem]' },
] as const

const SMALLEST_LOOK = '[--smallest:0.875rem] sm:[--smallest:1.125rem] lg:[--smallest:1.375rem]'

/** Word wrapping leaves about a fifth of each line empty. */
const ROOM_PER_CHARACTER = 1.25

const WIDE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{Emoji_Presentation}\u3000-\u303f\uff00-\uff60]/u

/** The width in columns of a monospace font. */
export const columnsOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0)

/** Includes the animation only for explicit regenerations. */
export function phraseClass(text: string, regenerations: number): string {
  const room = columnsOf(text) * ROOM_PER_CHARACTER
  const look = LOOKS.find(({ characters }) => room <= characters)?.look ?? SMALLEST_LOOK
  return `poster ${look} ${regenerations === 0 ? '' : 'settle'}`
}
