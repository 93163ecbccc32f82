import { ATTACKS, holdsAgainst } from './attacks.ts'

const LEVELS = [
  { rank: 0, label: 'Falls to every attack', look: 'weak' },
  { rank: 1, label: 'Withstands throttled sign-ins only', look: 'weak' },
  { rank: 2, label: 'Withstands attacks if the site uses a slow hash', look: 'fair' },
  { rank: 3, label: 'Withstands one graphics card', look: 'info' },
  { rank: 4, label: 'Withstands all four attacks', look: 'good' },
] as const

/** `rank` counts the attacks, slowest first, that a password withstands for ten years. */
export type Level = (typeof LEVELS)[number]

export function levelOf(log10Guesses: number): Level {
  const held = ATTACKS.filter((attack) => holdsAgainst(log10Guesses, attack)).length
  return LEVELS.find(({ rank }) => rank === held) ?? LEVELS[0]
}
