import { createRandom } from '#domain/passwords/random.ts'

export const browserRandom = createRandom((bytes) => crypto.getRandomValues(bytes))
