import { ENDS, INLINE, WALLS } from './elements.ts'

/** `block` and `wall` are the places of the innermost such elements, itself included; -1 for none. */
type Open<Content> = { name: string; content: Content; isBlock: boolean; block: number; wall: number }

export type OpenElements<Content> = {
  /** Of the innermost element. */
  content(): Content
  /** Ends what the opening of an element ends without a closing tag. */
  makeWay(name: string, isBlock: boolean): void
  open(name: string, content: Content, isBlock: boolean): void
  close(name: string): void
}

/** As browsers do, deeper elements are taken for their ancestor's own content. */
const DEEPEST = 512

/**
 * The elements around a place in a page. Closing tags that are missing, crossed or too many do what they do in browsers, or
 * nearly; none looks through the open elements, as a page of closing tags would take seconds. `onEnd` is called before an
 * element ends.
 */
export function createOpenElements<Content>(
  outermost: Content,
  onEnd: (isBlock: boolean) => void,
): OpenElements<Content> {
  const stack: Open<Content>[] = []
  /** The places of those that are open, by name. */
  const places = new Map<string, number[]>()
  /** Those that are too deep, by name. */
  const unheld = new Map<string, number>()

  const top = () => stack.at(-1)
  const pop = () => {
    onEnd(top()?.isBlock ?? true)
    const name = stack.pop()?.name ?? ''
    const known = places.get(name)
    known?.pop()
    if (known?.length === 0) places.delete(name)
  }
  const push = (name: string, content: Content, isBlock: boolean) => {
    const at = stack.length
    const { block = -1, wall = -1 } = top() ?? {}
    stack.push({ name, content, isBlock, block: isBlock ? at : block, wall: WALLS.has(name) ? at : wall })
    const known = places.get(name)
    if (known === undefined) places.set(name, [at])
    else known.push(at)
  }

  function close(name: string): void {
    const tooDeep = unheld.get(name) ?? 0
    if (tooDeep > 0) {
      unheld.set(name, tooDeep - 1)
      return
    }
    const at = places.get(name)?.at(-1) ?? -1
    // An inline element's closing tag ends no block: in <b><div></b> text</div> the text is the block's.
    const wall = (INLINE.has(name) ? top()?.block : top()?.wall) ?? -1
    if (at === -1 || at < wall) return
    while (stack.length > at) pop()
  }

  return {
    content: () => top()?.content ?? outermost,
    makeWay(name, isBlock) {
      while (ENDS.get(name)?.has(top()?.name ?? '') || (isBlock && top()?.name === 'p')) pop()
    },
    open(name, content, isBlock) {
      if (stack.length < DEEPEST) push(name, content, isBlock)
      else unheld.set(name, (unheld.get(name) ?? 0) + 1)
    },
    close,
  }
}
