export const BREACH_CHECK_PATH = '/api/breach-check'

/** The browser sends this many of the 40 hexadecimal digits of a password's SHA-1. */
export const PREFIX_LENGTH = 5
