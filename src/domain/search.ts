import * as z from 'zod/mini'

export const SEARCH_MAX = 200

export const searchText = (name: string) => {
  const message = `${name} can have at most ${SEARCH_MAX.toLocaleString('en-US')} characters`
  return z.optional(z.string(`${name} can be given only once`).check(z.maxLength(SEARCH_MAX, message)))
}
