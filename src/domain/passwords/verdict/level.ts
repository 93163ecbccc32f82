import { ATTACKS, holdsAgainst } from './attacks.ts'

const LEVELS = [
  { rank: 0, label: 'Falls to every attack', look: 'weak' },
  { rank: 1, label: 'Holds against throttled sign-ins only', look: 'weak' },
  { rank: 2, label: 'Holds if the site hashes slowly', look: 'fair' },
  { rank: 3, label: 'Holds against one graphics card', look: 'info' },
  { rank: 4, label: 'Holds against all four attacks', look: 'good' },
] as const

/** How many of the attacks, from the slowest on, a password withstands for ten years. */
export type Level = (typeof LEVELS)[number]

/** The level of a password that takes 10^`decades` guesses. */
export function levelOf(decades: number): Level {
  const held = ATTACKS.filter((attack) => holdsAgainst(decades, attack)).length
  return LEVELS.find(({ rank }) => rank === held) ?? LEVELS[0]
}
