import { type TokenHandler, Tokenizer } from 'parse5'

const PIECE = 250_000
/** Few pages are longer. Up to here there is no hurry: collecting takes some 10 ms. */
const UNHURRIED = 1_000_000

/**
 * A tokenizer for markup from strangers. What is being read is a string that grows by a character or a run of them, and the
 * engine keeps every part apart, at some forty bytes each, until somebody looks inside: five megabytes of character
 * references, or one name as long, would take 200 MB. So markup is read in pieces. After each, what there is of a text is
 * handed on, and what there is of a tag or a doctype is made one string; on a long page, what is left of it all is collected.
 */
export class PieceByPiece extends Tokenizer {
  constructor(handler: TokenHandler) {
    super({ sourceCodeLocationInfo: false }, handler)
  }

  /** Reads a whole page; its texts come in one or more tokens. */
  read(html: string, piece = PIECE): void {
    let at = 0
    for (; at + piece < html.length; at += piece) {
      this.write(html.slice(at, at + piece), false)
      this.flushCharacters()
      this.#join()
      if (at >= UNHURRIED) Bun.gc(true)
    }
    this.write(html.slice(at), true)
  }

  #join() {
    const parts = [...Object.values(this.currentToken ?? {}), ...Object.values(this.currentAttr ?? {})]
    for (const part of parts) if (typeof part === 'string') part.charCodeAt(0)
  }
}
