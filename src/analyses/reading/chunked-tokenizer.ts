import type { TokenHandler } from 'parse5'
import { collectGarbage } from '#src/analyses/collect-garbage.ts'
import { TextTokenizer } from '#src/lib/text-tokenizer.ts'

const PIECE_CHARACTERS = 125_000
/** Characters after which garbage is collected while reading. A collection takes about 10 ms. */
const COLLECT_FROM = 500_000
const ATTRIBUTES_MAX = 500

/**
 * For untrusted markup. An appended string is a rope of about 40 bytes per part until it is read, so 5 MB of character
 * references would take 200 MB. Therefore the tokenizer reads markup in pieces, flattens strings after each, and
 * collects garbage on long pages.
 */
export class ChunkedTokenizer extends TextTokenizer {
  isFlushing = false

  constructor(handler: TokenHandler) {
    super({ sourceCodeLocationInfo: false }, handler)
  }

  read(html: string, piece = PIECE_CHARACTERS): void {
    let at = 0
    for (; at + piece < html.length; at += piece) {
      this.write(html.slice(at, at + piece), false)
      this.isFlushing = true
      this.flushCharacters()
      this.isFlushing = false
      this.#flattenToken()
      if (at >= COLLECT_FROM && at % (2 * piece) === 0) collectGarbage()
    }
    this.write(html.slice(at), true)
    if (at >= COLLECT_FROM) collectGarbage()
  }

  protected override _leaveAttrName(): void {
    this.currentAttr.name = flatten(this.currentAttr.name)
    const token = this.currentToken
    if (token !== null && 'attrs' in token && token.attrs.length < ATTRIBUTES_MAX) super._leaveAttrName()
  }

  protected override _leaveAttrValue(): void {
    super._leaveAttrValue()
    this.currentAttr.value = flatten(this.currentAttr.value)
  }

  #flattenToken() {
    const parts = [...Object.values(this.currentToken ?? {}), ...Object.values(this.currentAttr ?? {})]
    for (const part of parts) if (typeof part === 'string') flatten(part)
  }
}

/** Flattens a rope by reading a character. The condition keeps the engine from eliding the read. */
export const flatten = (text: string): string => (text.charCodeAt(0) >= 0 ? text : '')
