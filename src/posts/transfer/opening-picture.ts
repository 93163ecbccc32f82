import { htmlToText } from './convert-html.ts'
import type { Notes } from './html-blocks.ts'
import type { ImageSource } from './image-source.ts'

type Picture = { url: string; alt: string; caption: string }

/** Returns HTML for the start of the post; adds a missing picture to the notes. */
export function openingPicture({ url, alt, caption }: Picture, images: ImageSource, notes: Notes): string {
  const found = url === '' ? null : images.find(url)
  if (found && 'path' in found) {
    const below = caption && `<figcaption>${caption}</figcaption>`
    return `<figure><img src="${Bun.escapeHTML(url)}" alt="${Bun.escapeHTML(alt)}">${below}</figure>`
  }
  if (url) notes.add(`Featured image left out: ${url}${found ? `: ${found.reason}` : ''}`)
  const words = [alt, htmlToText(caption)].filter(Boolean)
  if (words.length > 0) notes.add(`Text of the featured image left out: ${words.join(' / ')}`)
  return ''
}
