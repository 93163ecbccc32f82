import { IMPLIED_END_TAGS, INLINE_ELEMENTS, SCOPE_BOUNDARIES } from './elements.ts'

/** `block` and `boundary` are the stack indexes of the innermost such element (or itself), or -1. */
type OpenElement<Content> = {
  name: string
  content: Content
  isBlock: boolean
  block: number
  boundary: number
}

export type OpenElements<Content> = {
  content(): Content
  closeImplied(name: string, isBlock: boolean): void
  open(name: string, content: Content, isBlock: boolean): void
  close(name: string): void
}

const DEPTH_MAX = 512

/** Never scans the stack, because a page of closing tags would take seconds. */
export function createOpenElements<Content>(
  outermost: Content,
  onEnd: (isBlock: boolean) => void,
): OpenElements<Content> {
  const stack: OpenElement<Content>[] = []
  const indexes = new Map<string, number[]>()
  const tooDeep = new Map<string, number>()

  const top = () => stack.at(-1)
  const pop = () => {
    onEnd(top()?.isBlock ?? true)
    const name = stack.pop()?.name ?? ''
    const stacked = indexes.get(name)
    stacked?.pop()
    if (stacked?.length === 0) indexes.delete(name)
  }
  const push = (name: string, content: Content, isBlock: boolean) => {
    const at = stack.length
    const { block = -1, boundary = -1 } = top() ?? {}
    stack.push({
      name,
      content,
      isBlock,
      block: isBlock ? at : block,
      boundary: SCOPE_BOUNDARIES.has(name) ? at : boundary,
    })
    const stacked = indexes.get(name)
    if (stacked === undefined) indexes.set(name, [at])
    else stacked.push(at)
  }

  function close(name: string): void {
    const count = tooDeep.get(name) ?? 0
    if (count > 0) {
      tooDeep.set(name, count - 1)
      return
    }
    const at = indexes.get(name)?.at(-1) ?? -1
    // An inline closing tag closes no block: in <b><div></b> text</div>, the text belongs to the block.
    const boundary = (INLINE_ELEMENTS.has(name) ? top()?.block : top()?.boundary) ?? -1
    if (at === -1 || at < boundary) return
    while (stack.length > at) pop()
  }

  return {
    content: () => top()?.content ?? outermost,
    closeImplied(name, isBlock) {
      while (IMPLIED_END_TAGS.get(name)?.has(top()?.name ?? '') || (isBlock && top()?.name === 'p')) pop()
    },
    open(name, content, isBlock) {
      if (stack.length < DEPTH_MAX) push(name, content, isBlock)
      else tooDeep.set(name, (tooDeep.get(name) ?? 0) + 1)
    },
    close,
  }
}
