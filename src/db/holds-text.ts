import { type Column, type SQL, sql } from 'drizzle-orm'

/**
 * Whether `text` stands anywhere in a column, whatever its case in any alphabet: SQL's own `lower` knows only a–z, which
 * is faster where it is enough. At most SEARCH_MAX long: SQLite takes a pattern of up to 50,000 bytes.
 */
export function holdsText(column: Column | SQL, text: string): SQL {
  if (/^\p{ASCII}*$/u.test(text)) return sql`instr(lower(${column}), ${text.toLowerCase()}) > 0`
  return sql`${column} GLOB ${`*${Array.from(text, eitherCase).join('')}*`}`
}

/** A piece of a GLOB pattern: one of the forms that a character has, or the character itself. */
function eitherCase(character: string): string {
  const forms = formsOf(character)
  return forms.length > 1 || /[*?[]/.test(character) ? `[${forms.join('')}]` : character
}

/** The lower-case sigma has another form at the end of a word. */
const SIGMA = ['Σ', 'σ', 'ς']

function formsOf(character: string): string[] {
  if (SIGMA.includes(character)) return SIGMA
  const lower = character.toLowerCase()
  const upper = character.toUpperCase()
  // Letters that become several, such as ß, keep to their own case: a form is one character.
  return [...new Set([character, lower, upper])].filter((form) => Array.from(form).length === 1)
}
