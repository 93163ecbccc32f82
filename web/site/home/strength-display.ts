import type { Strength } from '#domain/passwords/strength.ts'

const COLORS: Record<Strength['color'], string> = {
  red: 'bg-weak',
  yellow: 'bg-fair',
  blue: 'bg-info',
  green: 'bg-good',
}

export const STRENGTH_STEPS = [1, 2, 3, 4]

export const UNRATED = 'Not rated yet'

export const stepLook = (step: number, strength: Strength | null): string =>
  `h-1.5 ${strength && step <= strength.score ? COLORS[strength.color] : 'bg-track'}`

export const showBits = (bits: number): string => `${bits.toFixed(1)} bits of entropy`
