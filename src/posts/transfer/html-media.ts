import type { Leaf } from './document.ts'
import { attribute, elementsIn, type HtmlElement, isElement } from './parse-html.ts'

export type Media =
  | { kind: 'image'; url: string; alt: string; title?: string }
  | { kind: 'link'; url: string; label: string }

/** In order of preference. */
export function mediaOf(element: HtmlElement): Media[] {
  switch (element.tagName) {
    case 'img':
    case 'image':
      return [{ kind: 'image', url: pictureAddress(element), alt: attribute(element, 'alt') }]
    case 'area':
      return links(element, [attribute(element, 'href')], attribute(element, 'alt'))
    case 'iframe':
    case 'embed':
    case 'frame':
      return links(element, [attribute(element, 'src') || attribute(element, 'data-src')])
    case 'audio':
    case 'video': {
      const sources = elementsIn(element.childNodes).filter(({ tagName }) => tagName === 'source')
      return links(
        element,
        [element, ...sources].map((one) => attribute(one, 'src')),
      )
    }
    case 'object': {
      const params = element.childNodes
        .filter(isElement)
        .filter((one) => /^(?:movie|src)$/i.test(attribute(one, 'name')))
      return links(element, [attribute(element, 'data'), ...params.map((one) => attribute(one, 'value'))])
    }
    default:
      return []
  }
}

const links = (element: HtmlElement, urls: string[], label = ''): Media[] =>
  [...new Set(urls.filter(Boolean))].map((url) => ({
    kind: 'link',
    url,
    label: label || attribute(element, 'title') || attribute(element, 'aria-label') || url,
  }))

/** Lazy loaders store the address in other attributes. */
function pictureAddress(element: HtmlElement): string {
  const named = ['src', 'data-src', 'data-lazy-src', 'data-original', 'xlink:href', 'href'].map((name) =>
    attribute(element, name),
  )
  const [listed = ''] = (attribute(element, 'srcset') || attribute(element, 'data-srcset')).split(/[\s,]/)
  return [...named, listed].find((url) => url !== '' && !url.startsWith('data:')) ?? attribute(element, 'src')
}

export function mediaLeaf(media: Media, marks: Leaf['marks']): Leaf {
  if (media.kind === 'image') return { ...media, marks }
  const link = { kind: 'link', url: media.url } as const
  return { kind: 'text', value: media.label, marks: [...marks.filter(({ kind }) => kind !== 'link'), link] }
}
