export type ImageWords = {
  /** What it shows, for people who can't see it; empty for decoration. */
  description: string
  /** Shown below it; may be empty. */
  caption: string
}

/** An image in the text of a post. */
export function imageMarkdown(url: string, { description, caption }: ImageWords): string {
  const alt = inOneLine(description).replace(/[\\[\]`*_<]/g, '\\$&')
  const title = inOneLine(caption).replace(/[\\"]/g, '\\$&')
  return `![${alt}](${url}${title && ` "${title}"`})`
}

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** A block of its own between the texts around the caret: blank lines are added where there are none. */
export function asBlock(markdown: string, before: string, after: string): string {
  const start = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const end = after.startsWith('\n\n') ? '' : after.startsWith('\n') ? '\n' : '\n\n'
  return start + markdown + end
}
