/** What a stretch of text is marked as. A link stands for one element: two links to one place stay two. */
export type Mark = { kind: 'strong' | 'emphasis' | 'delete' } | { kind: 'link'; url: string }

/** Text, or what stands in its place, with the marks around it from the outermost to the innermost. */
export type Leaf = { marks: readonly Mark[] } & (
  | { kind: 'text'; value: string }
  | { kind: 'code'; value: string }
  | { kind: 'image'; url: string; alt: string }
  | { kind: 'break' }
)

/** What a document is made of, whichever language it was written in. */
export type Block =
  | { kind: 'paragraph'; leaves: Leaf[] }
  | { kind: 'heading'; level: number; leaves: Leaf[] }
  | { kind: 'list'; isOrdered: boolean; start: number; items: Block[][] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'code'; value: string; language?: string }
  /** Each row has its cells; the head may be empty. */
  | { kind: 'table'; head: Block[][]; rows: Block[][][] }
  | { kind: 'rule' }

const SPACE: Leaf = { kind: 'text', value: ' ', marks: [] }

/** Blocks as one stretch of text, where only that has room. */
export function flatLeaves(blocks: Block[]): Leaf[] {
  return blocks.flatMap((block) => [SPACE, ...leavesOf(block)]).slice(1)
}

function leavesOf(block: Block): Leaf[] {
  switch (block.kind) {
    case 'paragraph':
      return block.leaves
    case 'heading':
      return block.leaves.map((leaf) => ({ ...leaf, marks: [{ kind: 'strong' }, ...leaf.marks] }))
    case 'code':
      return block.value
        .split('\n')
        .flatMap((value): Leaf[] => [SPACE, { kind: 'code', value, marks: [] }])
        .slice(1)
    case 'quote':
      return flatLeaves(block.blocks)
    case 'list':
      return flatLeaves(block.items.flat())
    case 'table':
      return flatLeaves([block.head, ...block.rows].flat(2))
    case 'rule':
      return []
  }
}

/** The words of a stretch of text in one line, without marks. */
export const plainLine = (leaves: Leaf[]): string =>
  leaves
    .map((leaf) => (leaf.kind === 'image' ? leaf.alt : leaf.kind === 'break' ? ' ' : leaf.value))
    .join('')
    .replace(/[ \t\n\f\r]+/g, ' ')
    .trim()
