import * as z from 'zod/mini'

export const ONE_LINE = /^\P{Cc}*$/u

/**
 * Tabs and line breaks are writing; other control characters are not, and a database may end a text at NUL. One class of
 * characters: a choice between two would keep the way back open at each of them, and stall on a text as long as a book.
 */
export const LINES = /^[\P{Cc}\t\n\r]*$/u

/** Half of a surrogate pair has no form in UTF-8: it would come back as another character. */
export const wellFormed = z.refine<string>((text) => text.isWellFormed(), 'This contains a broken character')
