import { createRandom } from '#domain/passwords/random.ts'

/** The browser's cryptographic source; it is asked for bytes when the first number is drawn, not before. */
export const browserRandom = createRandom((bytes) => crypto.getRandomValues(bytes))
