import type { Notes } from './html-blocks.ts'

/** Hugo's {{< … >}} and {{% … %}}, Liquid's {% … %} and {{ … }} (Jekyll, Eleventy). */
const TAG = /\{\{[<%]?[^{}\n]{1,300}\}\}|\{%[^{}\n]{1,300}%\}/g

export function noteTemplateTags(markdown: string, notes: Notes): void {
  for (const [tag] of markdown.matchAll(TAG)) notes.add(`Template tag kept as text: ${tag}`)
}
