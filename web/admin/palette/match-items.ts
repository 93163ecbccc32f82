export type Item = {
  id: string
  label: string
  /** Shown after the label, and searched too. */
  detail?: string
  key?: string | null
  run: () => void
}

export type ItemGroup = { label: string; items: Item[] }

/** Items that contain every word of `search`; label prefixes come first. */
export function matchItems(items: Item[], search: string): Item[] {
  const text = search.trim().toLowerCase()
  const words = text.split(/\s+/)
  const rank = ({ label }: Item) => {
    const name = label.toLowerCase()
    if (name.startsWith(text)) return 0
    return name.includes(text) ? 1 : 2
  }
  return items
    .filter(({ label, detail = '' }) => {
      const own = `${label} ${detail}`.toLowerCase()
      return words.every((word) => own.includes(word))
    })
    .sort((a, b) => rank(a) - rank(b))
}
