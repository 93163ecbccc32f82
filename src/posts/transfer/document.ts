/** Links are compared by identity: two links to one address stay two. */
export type Mark = { kind: 'strong' | 'emphasis' | 'delete' } | { kind: 'link'; url: string; title?: string }

/** Outermost first. */
export type Leaf = { marks: readonly Mark[] } & (
  | { kind: 'text'; value: string }
  | { kind: 'code'; value: string }
  | { kind: 'image'; url: string; alt: string; title?: string }
  | { kind: 'break' }
  /** What links within the text lead to. */
  | { kind: 'target'; name: string }
)

export type Block =
  | { kind: 'paragraph'; leaves: Leaf[] }
  | { kind: 'heading'; level: number; leaves: Leaf[]; name?: string | undefined }
  | { kind: 'list'; isOrdered: boolean; start: number; items: Block[][] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'code'; value: string; language?: string }
  | { kind: 'table'; head: Block[][]; rows: Block[][][] }
  | { kind: 'rule' }

const SPACE: Leaf = { kind: 'text', value: ' ', marks: [] }

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

export const plainLine = (leaves: Leaf[]): string =>
  leaves
    .map((leaf) => (leaf.kind === 'image' ? leaf.alt : 'value' in leaf ? leaf.value : ' '))
    .join('')
    .replace(/[ \t\n\f\r]+/g, ' ')
    .trim()
