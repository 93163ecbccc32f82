import { createHash, randomBytes } from 'node:crypto'
import { RECOVERY_CODES } from '#domain/second-step.ts'

/** 32 unambiguous characters, 5 bits each. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789'
const CHARACTERS = 24
const GROUPS = /.{4}(?=.)/g

/** Ten codes of 120 bits, such as 'k7m2-9xqa-…': too many to reverse even a fast hash. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET.charAt(byte % ALPHABET.length))
      .join('')
      .replace(GROUPS, '$&-'),
  )

/** Ignores hyphens, spaces and case. */
export const hashRecoveryCode = (code: string): string =>
  createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest('hex')
