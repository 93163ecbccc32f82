import { type KeywordRow, keywordKey, TOP_KEYWORDS, TOP_POSITION } from '#domain/keywords.ts'

export function createTopKeywords() {
  let top: KeywordRow[] = []

  function offer(row: KeywordRow): void {
    if (row.position === null || row.position > TOP_POSITION) return
    const last = top[TOP_KEYWORDS - 1]
    if (last && compare(row, last) >= 0) return
    const known = top.find(({ keyword }) => keywordKey(keyword) === keywordKey(row.keyword))
    if (known && compare(row, known) >= 0) return
    top = [...top.filter((other) => other !== known), row].sort(compare).slice(0, TOP_KEYWORDS)
  }

  return { offer, rows: () => top }
}

/** Most traffic first, then best position. Unknown traffic counts as the least. */
function compare(a: KeywordRow, b: KeywordRow): number {
  return (
    (b.traffic ?? -1) - (a.traffic ?? -1) ||
    (a.position ?? Number.MAX_VALUE) - (b.position ?? Number.MAX_VALUE) ||
    (a.keyword < b.keyword ? -1 : Number(a.keyword > b.keyword))
  )
}
