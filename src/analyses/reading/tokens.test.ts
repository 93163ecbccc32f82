import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Token, type TokenHandler, Tokenizer } from 'parse5'
import { RAW } from './elements.ts'
import { PieceByPiece } from './tokens.ts'

/** The tokens of a page; texts that follow one another are one, however they were cut. */
function tokensOf<Reader extends Tokenizer>(
  start: (handler: TokenHandler) => Reader,
  read: (reader: Reader) => void,
): unknown[] {
  const seen: unknown[] = []
  let text = ''
  const note = (token: unknown[]) => {
    if (text !== '') seen.push(['text', text])
    text = ''
    seen.push(token)
  }
  const add = ({ chars }: Token.CharacterToken) => {
    text += chars
  }
  const reader: Reader = start({
    onStartTag({ tagName, attrs, selfClosing }) {
      note(['start', tagName, attrs, selfClosing])
      reader.state = RAW.get(tagName) ?? reader.state
    },
    onEndTag: ({ tagName }) => note(['end', tagName]),
    onComment: ({ data }) => note(['comment', data]),
    onDoctype: ({ name, publicId, systemId }) => note(['doctype', name, publicId, systemId]),
    onCharacter: add,
    onWhitespaceCharacter: add,
    onNullCharacter: add,
    onEof: () => note(['end of page']),
  })
  read(reader)
  return seen
}

const atOnce = (html: string) =>
  tokensOf(
    (handler) => new Tokenizer({ sourceCodeLocationInfo: false }, handler),
    (tokenizer) => tokenizer.write(html, true),
  )
const inPieces = (html: string, piece: number) =>
  tokensOf(
    (handler) => new PieceByPiece(handler),
    (tokenizer) => tokenizer.read(html, piece),
  )

const markup = fc.constantFrom(
  ...`<p> </p> <a href="x&amp;y" b='c' d=e&lt f> <br/> <!--a--b--> <!-- --> <!DOCTYPE html> <![CDATA[x]]> <? x> </ <! < &`.split(
    / (?=[<&])/,
  ),
  ...['<title>', '</title>', '<script>', '</script>', '<!--<script>', '<style>', '</style>', '<textarea>'],
  ...[
    '&amp;',
    '&amp',
    '&notit;',
    '&not',
    '&#x1F511;',
    '&#0;',
    '&#xD800;',
    '&unknown;',
    '&',
    '<a b="',
    '">',
    "'",
  ],
  ...['\r\n', '\r', '\n', ' ', '\0', '🔑', '\ud83d', 'word', 'é', ']]>', '--', '-'],
)

test('a page is the same tokens in pieces of any length', () => {
  fc.assert(
    fc.property(fc.array(markup, { maxLength: 40 }), fc.integer({ min: 1, max: 30 }), (parts, piece) => {
      const html = parts.join('')
      expect(inPieces(html, piece)).toEqual(atOnce(html))
    }),
    { numRuns: 3000 },
  )
})

test('texts longer than a piece are handed on before they end', () => {
  const texts: string[] = []
  const pass = () => undefined
  new PieceByPiece({
    onCharacter: ({ chars }) => texts.push(chars),
    onWhitespaceCharacter: pass,
    onNullCharacter: pass,
    onStartTag: pass,
    onEndTag: pass,
    onComment: pass,
    onDoctype: pass,
    onEof: pass,
  }).read('ab&amp;cdefgh&lt;ij', 6)
  expect(texts.length).toBeGreaterThan(2)
  expect(texts.join('')).toBe('ab&cdefgh<ij')
})
