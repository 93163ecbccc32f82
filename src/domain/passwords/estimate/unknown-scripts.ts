const SCRIPTS = [
  { name: 'Latin', pattern: /\p{Script=Latin}/u },
  { name: 'Cyrillic', pattern: /\p{Script=Cyrillic}/u },
  { name: 'Greek', pattern: /\p{Script=Greek}/u },
  { name: 'Hebrew', pattern: /\p{Script=Hebrew}/u },
  { name: 'Arabic', pattern: /\p{Script=Arabic}/u },
  { name: 'Chinese', pattern: /\p{Script=Han}/u },
  { name: 'Korean', pattern: /\p{Script=Hangul}/u },
  { name: 'Japanese', pattern: /[\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}]/u },
  { name: 'Devanagari', pattern: /\p{Script=Devanagari}/u },
  { name: 'Thai', pattern: /\p{Script=Thai}/u },
  { name: 'other', pattern: /\p{L}/u },
]

/** The scripts of a text's letters, by name; 'other' for those without one. */
export function scriptsOf(text: string): Set<string> {
  const letters = text.match(/\p{L}/gu) ?? []
  return new Set(letters.flatMap((letter) => SCRIPTS.find(({ pattern }) => pattern.test(letter))?.name ?? []))
}

/** The scripts of a text of which a vocabulary has no words. `known` is `scriptsOf` its words. */
export function unknownScripts(text: string, known: ReadonlySet<string>): string[] {
  return [...scriptsOf(text)].filter((script) => !known.has(script))
}
