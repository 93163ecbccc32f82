export type WordList = 'passwords' | 'words' | 'names' | 'passphrases' | 'context'
export type Capitals = 'none' | 'first' | 'all' | 'mixed'
export type Disguise =
  | 'repeated'
  | 'doubled'
  | 'spelled'
  | 'interleaved'
  | 'grouped'
  | 'backward'
  | 'email'
  | 'website'

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
  /** Repeats the characters `distance` places before; mirrored, those just before. */
  | { kind: 'repeat'; distance: number; isMirrored: boolean }
  /** `of` are the findings in the plain text. */
  | { kind: 'disguise'; how: Disguise; of: Finding[] }
  /** Letters in groups that look like words; no list needs to have them. */
  | { kind: 'words'; count: number; isListed: boolean }
  /** What a program or standard fixes, such as a UUID; `of` are the findings in an encoded text. */
  | { kind: 'format'; name: string; of: Finding[] }
  /** Or a part of one, such as a month. */
  | { kind: 'date' }
  | { kind: 'time' }
  | { kind: 'phone' }
  | { kind: 'plate' }
  | { kind: 'year'; year: number }
  /** Words of a sentence; `isKnown` if the whole is a quotation, title or saying. */
  | { kind: 'phrase'; words: number; isKnown: boolean }
  | { kind: 'separator' }
  | { kind: 'ending' }
  /** Characters in an order common in passwords. */
  | { kind: 'typical' }
  | { kind: 'random' }
  /** The same in a script without known words. */
  | { kind: 'unknown script' }
  /** Characters without a glyph at an edge. */
  | { kind: 'invisible' }

/**
 * Covers `start` to `end` (exclusive); `bits` is -log2 of its probability within its kind, `randomBits` the same if what
 * this form leaves open was drawn at random.
 */
export type Match = { start: number; end: number; bits: number; randomBits?: number; finding: Finding }
