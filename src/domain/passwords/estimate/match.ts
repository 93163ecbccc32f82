export type WordList = 'passwords' | 'words' | 'names' | 'passphrases'
export type Capitals = 'none' | 'first' | 'all' | 'mixed'

export type Finding =
  | {
      kind: 'word'
      list: WordList
      word: string
      rank: number
      capitals: Capitals
      substitutions: [typed: string, meant: string][]
      isReversed: boolean
      /** Read without diacritics, or as typed on a Russian keyboard. */
      isTransliterated: boolean
    }
  | { kind: 'keyboard'; turns: number }
  | { kind: 'sequence'; step: number }
  /** Repeats the characters `distance` code points before. */
  | { kind: 'repeat'; distance: number }
  | { kind: 'date'; year: number; month: number; day: number }
  | { kind: 'year'; year: number }
  | { kind: 'separator' }
  | { kind: 'ending' }
  /** Characters in an order common in passwords. */
  | { kind: 'typical' }
  | { kind: 'random' }

/** Covers `start` to `end` (exclusive); `bits` is -log2 of its probability within its kind. */
export type Match = { start: number; end: number; bits: number; finding: Finding }
