import { exactEntropyBits } from './entropy.ts'
import { differFromDefaults, type GeneratorExtras } from './generator-extras.ts'
import type { PasswordOptions } from './options.ts'
import { rateStrength, STRENGTHS, type Strength } from './strength.ts'

/** Of a password drawn with these options: at most Good below 60 bits, Fair below 40, Weak at 0 if extras shrink its pool. */
export function rateDrawn(password: string, options: PasswordOptions, extras: GeneratorExtras): Strength {
  const strength = rateStrength(password)
  if (!differFromDefaults(extras)) return strength
  const bits = exactEntropyBits(options, extras)
  const scoreMax = bits === 0 ? 0 : bits < 40 ? 2 : bits < 60 ? 3 : 4
  return STRENGTHS[Math.min(strength.score, scoreMax)] ?? strength
}
