import * as z from 'zod/mini'

/** How long a text that is searched for in a list may be, in UTF-16 code units. */
export const SEARCH_MAX = 200

/** Text that stands anywhere in what is looked for; `name` is the parameter that it comes in. */
export const searchText = (name: string) => {
  const message = `${name} takes at most ${SEARCH_MAX.toLocaleString('en-US')} characters`
  return z.optional(z.string(`${name} can be given only once`).check(z.maxLength(SEARCH_MAX, message)))
}
