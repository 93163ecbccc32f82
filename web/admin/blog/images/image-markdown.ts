export type ImageText = {
  /** Alternative text; empty for decorative images. */
  description: string
  /** May be empty. */
  caption: string
}

export function imageMarkdown(url: string, { description, caption }: ImageText): string {
  const alt = collapseWhitespace(description).replace(/[\\[\]`*_<]/g, '\\$&')
  const title = collapseWhitespace(caption).replace(/[\\"]/g, '\\$&')
  return `![${alt}](${url}${title && ` "${title}"`})`
}

const collapseWhitespace = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Adds blank lines around `markdown` where the surrounding text has none. */
export function asBlock(markdown: string, before: string, after: string): string {
  const start = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const end = after.startsWith('\n\n') ? '' : after.startsWith('\n') ? '\n' : '\n\n'
  return start + markdown + end
}
