import { Token, Tokenizer, TokenizerMode } from 'parse5'

const TEXT_MAX = 10_000

/**
 * Reads runs of text at once instead of by character, and keeps a text with its spaces in one token, up to about 10,000
 * characters. Reports neither locations nor errors.
 */
export class TextTokenizer extends Tokenizer {
  protected override _stateData(code: number): void {
    super._stateData(code)
    const isText = this.currentCharacterToken?.type === Token.TokenType.CHARACTER
    if (code <= 0x20 || !isText || this.state !== TokenizerMode.DATA) return
    const { html, pos } = this.preprocessor
    const max = pos + TEXT_MAX
    let end = pos + 1
    while (end < max && isPlain(html.charCodeAt(end))) end++
    this.preprocessor.pos = end - 1
    this.runEnd = end
  }

  protected override _ensureCharacterToken(type: Token.CharacterToken['type']): void {
    const token = this.currentCharacterToken
    const isContinued =
      type === Token.TokenType.WHITESPACE_CHARACTER &&
      token?.type === Token.TokenType.CHARACTER &&
      token.chars.length + this.runEnd - this.runStart < TEXT_MAX
    super._ensureCharacterToken(isContinued ? token.type : type)
  }
}

/** False for <, &, NUL, carriage returns and surrogates, and after the end. */
const isPlain = (code: number) =>
  code < 0xd800 && (code >= 0x20 ? code !== 0x3c && code !== 0x26 : code === 0x0a || code === 0x09)
