export const BREACH_CHECK_PATH = '/api/breach-check'

/** How much of a password's SHA-1, in hexadecimal digits, leaves the browser; the whole hash has 40. */
export const PREFIX_LENGTH = 5
