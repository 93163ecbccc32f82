import { Token, type TokenHandler, Tokenizer } from 'parse5'

const PIECE = 125_000
/** Few pages are longer. Up to here there is no hurry: collecting takes some 10 ms. */
const UNHURRIED = 500_000
const LONG_TEXT = 10_000
/** Of one tag; more are passed over. */
const MOST_ATTRIBUTES = 500

/**
 * A tokenizer for markup from strangers. What is being read is a string that grows by a character or a run of them, and the
 * engine keeps every part apart, at some forty bytes each, until somebody looks inside: five megabytes of character
 * references, or one name as long, would take 200 MB. So markup is read in pieces. After each, what there is of a text is
 * handed on, and what there is of a tag or a doctype is made one string, as attributes are at their ends; on a long page,
 * what is left of it all is collected.
 */
export class PieceByPiece extends Tokenizer {
  /** Whether the text that is handed on goes on in the next piece. */
  isCutting = false

  constructor(handler: TokenHandler) {
    super({ sourceCodeLocationInfo: false }, handler)
  }

  /** Reads a whole page; its texts come in one or more tokens. */
  read(html: string, piece = PIECE): void {
    let at = 0
    for (; at + piece < html.length; at += piece) {
      this.write(html.slice(at, at + piece), false)
      this.isCutting = true
      this.flushCharacters()
      this.isCutting = false
      this.#join()
      if (at >= UNHURRIED && at % (2 * piece) === 0) Bun.gc(true)
    }
    this.write(html.slice(at), true)
    if (at >= UNHURRIED) Bun.gc(true)
  }

  /** Words and the spaces between them are one token, until it is a long one. */
  protected override _ensureCharacterToken(type: Token.CharacterToken['type']): void {
    const length = (this.currentCharacterToken?.chars.length ?? 0) + this.runEnd - this.runStart
    const goesOn = type === Token.TokenType.WHITESPACE_CHARACTER && length < LONG_TEXT
    super._ensureCharacterToken(goesOn ? Token.TokenType.CHARACTER : type)
  }

  protected override _leaveAttrName(): void {
    this.currentAttr.name = join(this.currentAttr.name)
    const token = this.currentToken
    if (token !== null && 'attrs' in token && token.attrs.length < MOST_ATTRIBUTES) super._leaveAttrName()
  }

  protected override _leaveAttrValue(): void {
    super._leaveAttrValue()
    this.currentAttr.value = join(this.currentAttr.value)
  }

  #join() {
    const parts = [...Object.values(this.currentToken ?? {}), ...Object.values(this.currentAttr ?? {})]
    for (const part of parts) if (typeof part === 'string') join(part)
  }
}

/** The same text as one string. The engine leaves out a look inside that nothing comes of, so something does. */
export const join = (text: string): string => (text.charCodeAt(0) >= 0 ? text : '')
