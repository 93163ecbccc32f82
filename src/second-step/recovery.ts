import { createHash, randomBytes } from 'node:crypto'
import { RECOVERY_CODES } from '#domain/second-step.ts'

/** Letters and digits that nobody takes for another: 32 of them, 5 bits each. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789'
const CHARACTERS = 24
const GROUPS = /.{4}(?=.)/g

/** Ten new codes of 120 bits, such as 'k7m2-9xqa-…': too many for a fast hash to be turned around. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET.charAt(byte % ALPHABET.length))
      .join('')
      .replace(GROUPS, '$&-'),
  )

/** As it is kept; hyphens, spaces and case count for nothing. */
export const hashRecoveryCode = (code: string): string =>
  createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest('hex')
