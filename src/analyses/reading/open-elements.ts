import { ENDS, INLINE, WALLS } from './elements.ts'

type Open<Content> = { name: string; content: Content; isBlock: boolean }

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
 * nearly; each looks through the open elements, of which there are at most 512. `onEnd` is called before an element ends.
 */
export function createOpenElements<Content>(
  outermost: Content,
  onEnd: (isBlock: boolean) => void,
): OpenElements<Content> {
  const stack: Open<Content>[] = []
  /** Those that are too deep, by name. */
  const unheld = new Map<string, number>()

  const top = () => stack.at(-1)
  const pop = () => {
    onEnd(top()?.isBlock ?? true)
    stack.pop()
  }

  function close(name: string): void {
    const tooDeep = unheld.get(name) ?? 0
    if (tooDeep > 0) {
      unheld.set(name, tooDeep - 1)
      return
    }
    const at = stack.findLastIndex((element) => element.name === name || isWallFor(name, element))
    if (stack[at]?.name !== name) return
    while (stack.length > at) pop()
  }

  return {
    content: () => top()?.content ?? outermost,
    makeWay(name, isBlock) {
      while (ENDS.get(name)?.has(top()?.name ?? '') || (isBlock && top()?.name === 'p')) pop()
    },
    open(name, content, isBlock) {
      if (stack.length < DEEPEST) stack.push({ name, content, isBlock })
      else unheld.set(name, (unheld.get(name) ?? 0) + 1)
    },
    close,
  }
}

/** An inline element's closing tag ends no block: in <b><div></b> text</div> the text is the block's. */
const isWallFor = (name: string, { name: around, isBlock }: Open<unknown>) =>
  INLINE.has(name) ? isBlock : WALLS.has(around)
