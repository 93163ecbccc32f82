import { htmlWords } from './html.ts'
import type { Notes } from './html-blocks.ts'
import type { ImageSource } from './image-source.ts'

/** A picture that a program shows above a post; `caption` is HTML. */
type Picture = { url: string; alt: string; caption: string }

/** The HTML that shows it at the beginning of the post, where it is among the images; otherwise notes what it was. */
export function openingPicture({ url, alt, caption }: Picture, images: ImageSource, notes: Notes): string {
  const found = url === '' ? null : images.find(url)
  if (found && 'path' in found) {
    const below = caption && `<figcaption>${caption}</figcaption>`
    return `<figure><img src="${Bun.escapeHTML(url)}" alt="${Bun.escapeHTML(alt)}">${below}</figure>`
  }
  if (url) notes.add(`Picture above the post left out: ${url}${found ? `: ${found.reason}` : ''}`)
  const words = [alt, htmlWords(caption)].filter(Boolean)
  if (words.length > 0) notes.add(`Text of the picture above the post left out: ${words.join(' / ')}`)
  return ''
}
