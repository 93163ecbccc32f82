import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Token, type TokenHandler, Tokenizer } from 'parse5'
import { ChunkedTokenizer } from './chunked-tokenizer.ts'
import { RAW_TEXT_ELEMENTS } from './elements.ts'

/** Merges consecutive text tokens. */
function tokensOf<Reader extends Tokenizer>(
  start: (handler: TokenHandler) => Reader,
  read: (reader: Reader) => void,
): unknown[] {
  const seen: unknown[] = []
  let text = ''
  const addToken = (token: unknown[]) => {
    if (text !== '') seen.push(['text', text])
    text = ''
    seen.push(token)
  }
  const addText = ({ chars }: Token.CharacterToken) => {
    text += chars
  }
  const reader: Reader = start({
    onStartTag({ tagName, attrs, selfClosing }) {
      addToken(['start', tagName, attrs, selfClosing])
      reader.state = RAW_TEXT_ELEMENTS.get(tagName) ?? reader.state
    },
    onEndTag: ({ tagName }) => addToken(['end', tagName]),
    onComment: ({ data }) => addToken(['comment', data]),
    onDoctype: ({ name, publicId, systemId }) => addToken(['doctype', name, publicId, systemId]),
    onCharacter: addText,
    onWhitespaceCharacter: addText,
    onNullCharacter: addText,
    onEof: () => addToken(['end of page']),
  })
  read(reader)
  return seen
}

const inOnePiece = (html: string) =>
  tokensOf(
    (handler) => new Tokenizer({ sourceCodeLocationInfo: false }, handler),
    (tokenizer) => tokenizer.write(html, true),
  )
const inPieces = (html: string, piece: number) =>
  tokensOf(
    (handler) => new ChunkedTokenizer(handler),
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

test('returns the same tokens for any piece length', () => {
  fc.assert(
    fc.property(fc.array(markup, { maxLength: 40 }), fc.integer({ min: 1, max: 30 }), (parts, piece) => {
      const html = parts.join('')
      expect(inPieces(html, piece)).toEqual(inOnePiece(html))
    }),
    { numRuns: 700 },
  )
})

test('emits texts that are longer than a piece before they end', () => {
  const texts: string[] = []
  const ignore = () => undefined
  new ChunkedTokenizer({
    onCharacter: ({ chars }) => texts.push(chars),
    onWhitespaceCharacter: ignore,
    onNullCharacter: ignore,
    onStartTag: ignore,
    onEndTag: ignore,
    onComment: ignore,
    onDoctype: ignore,
    onEof: ignore,
  }).read('ab&amp;cdefgh&lt;ij', 6)
  expect(texts.length).toBeGreaterThan(2)
  expect(texts.join('')).toBe('ab&cdefgh<ij')
})
