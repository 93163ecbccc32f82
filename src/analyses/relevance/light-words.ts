import words from './words.json' with { type: 'json' }

const list = (lines: string[]) => lines.flatMap((line) => line.split(' '))

/** They never start or form a keyword: 'a new search engine' is about search engines. */
export const LIGHT_MODIFIERS = new Set(list(words.lightModifiers))

/** Exceptions, where a light word forms a term with one of these nouns: 'last minute holidays', 'case study'. */
export const FIXED_TERMS = new Map(
  Object.entries(words.fixedTerms).map(([word, nouns]): [string, Set<string>] => [
    word,
    new Set(nouns.split(' ')),
  ]),
)

/** They are never keywords alone. Phrases that end with one rank lower. */
export const LIGHT_NOUNS = new Set(
  list(words.lightNouns).flatMap((word) => [word, `${word}s`, `${word}es`, word.replace(/y$/, 'ies')]),
)

export const AMPERSAND = '&'

/** Between two nouns of one term, by language. */
export const CONNECTORS: Record<string, string[]> = words.connectors
