/** `name`: its words without separators; `core`: also without words that only say that it is about a post. */
export type Field = { path: string; name: string; core: string; value: unknown }

const DEPTH_MAX = 4
const FIELDS_MAX = 1000

/** Folders of fields, whose names mean nothing. */
const FOLDERS = new Set(
  'cascade extra params meta metadata data frontmatter options settings attributes properties props taxonomies config'.split(
    ' ',
  ),
)

/** post_status, isDraft, dg-publish, _jetpack_newsletter_access. */
const AROUND = new Set(
  'is has be post page wp wordpress blog article note entry content publish published publication publishing draft visibility editorial workflow review dg hugo jekyll hexo astro ghost jetpack newsletter'.split(
    ' ',
  ),
)
const BEHIND = new Set('flag mode post page note article entry value'.split(' '))

/** Lists fields and those inside them, at most 1,000. */
export function fieldsIn(known: object): Field[] {
  const fields: Field[] = []
  addFields(fields, known, [])
  return fields
}

function addFields(fields: Field[], known: object, above: string[]): void {
  for (const [key, value] of Object.entries(known)) {
    if (fields.length >= FIELDS_MAX) return
    const path = [...above, key]
    const words = path.filter((part) => !FOLDERS.has(foldWord(part))).flatMap(wordsOf)
    fields.push({ path: path.join('.'), name: words.join(''), core: coreOf(words), value })
    const isNested = value !== null && typeof value === 'object' && !Array.isArray(value)
    if (isNested && path.length < DEPTH_MAX) addFields(fields, value, path)
  }
}

/** For names of one language's form: 'Veröffentlicht', 'STATUS', 'ｄｒａｆｔ'. Empty for long texts. */
export const foldWord = (text: string): string =>
  text.length > 100 ? '' : text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

const wordsOf = (key: string) =>
  key.length > 100
    ? []
    : key
        .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
        .split(/[^\p{L}\p{N}\p{M}]+/u)
        .map(foldWord)
        .filter(Boolean)

function coreOf(words: string[]): string {
  let from = 0
  let to = words.length
  while (from < to - 1 && AROUND.has(words[from] ?? '')) from += 1
  while (from < to - 1 && BEHIND.has(words[to - 1] ?? '')) to -= 1
  return words.slice(from, to).join('')
}
