import { type Block, flatLeaves, plainLine } from './document.ts'
import { blocksOf, type Notes } from './html-blocks.ts'
import type { ImageSource } from './image-source.ts'
import { linesOf } from './lines.ts'
import { parseHtml } from './parse-html.ts'

type Options = {
  /** Line ends are breaks, as in WordPress's older editor. */
  breaksLines?: boolean
  images?: ImageSource
}

/** A piece of HTML in the form that posts have; what comes out different is added to `notes`. Throws as `parseHtml`. */
export const htmlLines = (html: string, notes: Notes, options?: Options): string =>
  linesOf(htmlBlocks(html, notes, options))

export const htmlBlocks = (html: string, notes: Notes, options?: Options): Block[] =>
  blocksOf(parseHtml(html), notes, options)

/** The words of a piece of HTML, in one line. */
export function htmlWords(html: string): string {
  if (!/[<&]/.test(html)) return html.replace(/[ \t\n\f\r]+/g, ' ').trim()
  return plainLine(flatLeaves(htmlBlocks(html, new Set())))
}
