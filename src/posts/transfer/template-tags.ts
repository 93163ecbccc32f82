import type { Notes } from './html-blocks.ts'

/** Hugo's {{< … >}} and {{% … %}}, and Liquid's {% … %} and {{ … }} (Jekyll, Eleventy). */
const TAG = /\{\{[<%]?[^{}\n]{1,300}\}\}|\{%[^{}\n]{1,300}%\}/g

/** A site generator would put something in their place; here they stay as they are written, and are named. */
export function noteTemplateTags(markdown: string, notes: Notes): void {
  for (const [tag] of markdown.matchAll(TAG)) notes.add(`Template tag stays as text: ${tag}`)
}
