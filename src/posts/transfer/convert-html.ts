import { type Block, flatLeaves, plainLine } from './document.ts'
import { blocksOf, type HtmlOptions, type Notes } from './html-blocks.ts'
import { withLiteralCode } from './literal-code.ts'
import { parseHtml } from './parse-html.ts'
import { writeMarkdown } from './write-markdown.ts'

/** Converts HTML to a post's Markdown and adds losses to `notes`. Throws like parseHtml. */
export const htmlToMarkdown = (html: string, notes: Notes, options?: HtmlOptions): string =>
  writeMarkdown(htmlBlocks(html, notes, options))

export const htmlBlocks = (html: string, notes: Notes, options?: HtmlOptions): Block[] =>
  blocksOf(parseHtml(withLiteralCode(html)), notes, options)

export function htmlToText(html: string): string {
  if (!/[<&]/.test(html)) return html.replace(/[ \t\n\f\r]+/g, ' ').trim()
  return plainLine(flatLeaves(htmlBlocks(html, new Set())))
}
