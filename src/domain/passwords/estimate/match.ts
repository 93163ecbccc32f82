export type WordList = 'passwords' | 'words' | 'names' | 'passphrases'
export type Capitals = 'none' | 'first' | 'all' | 'mixed'

/** What a part of a password is. Ranks are within the list, to within 12 %. */
export type Finding =
  | {
      kind: 'word'
      list: WordList
      /** As in the list, in lower case. */
      word: string
      rank: number
      capitals: Capitals
      /** Characters that stand for others: [typed, meant]. */
      substitutions: [typed: string, meant: string][]
      isReversed: boolean
      /** Letters with diacritics taken for those without, or typed on a Russian layout. */
      isTransliterated: boolean
    }
  | { kind: 'keyboard'; turns: number }
  | { kind: 'sequence'; step: number }
  /** The same characters as `distance` code points before. */
  | { kind: 'repeat'; distance: number }
  | { kind: 'date'; year: number; month: number; day: number }
  | { kind: 'year'; year: number }
  /** What people put between words. */
  | { kind: 'separator' }
  /** The symbol that people put last, and the digits after it. */
  | { kind: 'ending' }
  /** Characters in an order that people's passwords have. */
  | { kind: 'typical' }
  /** Characters without any order. */
  | { kind: 'random' }

/** A finding on the characters from `start` up to `end`; `bits` is -log2 of its probability among its kind. */
export type Match = { start: number; end: number; bits: number; finding: Finding }
