import { type Block, flatLeaves, plainLine } from './document.ts'
import { blocksOf, type Notes } from './html-blocks.ts'
import type { ImageSource } from './image-source.ts'
import { parseHtml } from './parse-html.ts'
import { writeMarkdown } from './write-markdown.ts'

type Options = {
  breaksLines?: boolean
  images?: ImageSource
}

/** Converts HTML to a post's Markdown and adds losses to `notes`. Throws like parseHtml. */
export const htmlToMarkdown = (html: string, notes: Notes, options?: Options): string =>
  writeMarkdown(htmlBlocks(html, notes, options))

export const htmlBlocks = (html: string, notes: Notes, options?: Options): Block[] =>
  blocksOf(parseHtml(html), notes, options)

export function htmlToText(html: string): string {
  if (!/[<&]/.test(html)) return html.replace(/[ \t\n\f\r]+/g, ' ').trim()
  return plainLine(flatLeaves(htmlBlocks(html, new Set())))
}
