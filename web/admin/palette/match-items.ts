export type Item = {
  id: string
  label: string
  /** Shown after the label, and searched too. */
  detail?: string
  /** Searched by the beginnings of its words, but not shown. */
  otherNames?: string | undefined
  key?: string | null
  run: () => void
}

export type ItemGroup = { label: string; items: Item[] }

/** Shorter beginnings would match nearly every item. */
const NAME_START_MIN = 3

/** Items that contain every word of `search`; label prefixes come first, other names last. */
export function matchItems(items: Item[], search: string): Item[] {
  const text = search.trim().toLowerCase()
  const words = text.split(/\s+/)
  const rank = ({ label }: Item) => {
    const name = label.toLowerCase()
    if (name.startsWith(text)) return 0
    if (name.includes(text)) return 1
    return words.every((word) => name.includes(word)) ? 2 : 3
  }
  return items
    .filter(({ label, detail = '', otherNames = '' }) => {
      const own = `${label} ${detail}`.toLowerCase()
      const others = otherNames.split(' ')
      const isOtherName = (word: string) =>
        word.length >= NAME_START_MIN && others.some((name) => name.startsWith(word))
      return words.every((word) => own.includes(word) || isOtherName(word))
    })
    .sort((a, b) => rank(a) - rank(b))
}
