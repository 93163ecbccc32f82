import type { Strength } from '#domain/passwords/strength.ts'

const COLOURS: Record<Strength['colour'], string> = {
  red: 'bg-weak',
  yellow: 'bg-fair',
  blue: 'bg-info',
  green: 'bg-good',
}

export const STRENGTH_STEPS = [1, 2, 3, 4]

export const UNRATED = 'Not rated yet'

/** The class of one step of the bar. */
export const stepLook = (step: number, strength: Strength | null): string =>
  `h-1.5 ${strength && step <= strength.score ? COLOURS[strength.colour] : 'bg-track'}`

export const showBits = (bits: number): string => `${bits.toFixed(1)} bits of entropy`
