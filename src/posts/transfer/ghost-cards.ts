import * as z from 'zod/mini'
import type { Notes } from './html-blocks.ts'
import { markdownHtml } from './read-markdown.ts'

export const Card = z.record(z.string(), z.unknown())
export type Card = z.infer<typeof Card>

const text = (card: Card, ...names: string[]): string =>
  names
    .map((name) => card[name])
    .find((value): value is string => typeof value === 'string' && value !== '') ?? ''

const escaped = (card: Card, ...names: string[]) => Bun.escapeHTML(text(card, ...names))

const figure = (card: Card, content: string) =>
  `<figure>${content}${text(card, 'caption') && `<figcaption>${text(card, 'caption')}</figcaption>`}</figure>`

const picture = (card: Card) => `<img src="${escaped(card, 'src')}" alt="${escaped(card, 'alt')}">`

const linked = (url: string, html: string) => (url === '' ? html : `<a href="${url}">${html}</a>`)

const button = (url: string, label: string) => (label === '' ? '' : `<p>${linked(url, label)}</p>`)

const list = (value: unknown): Card[] =>
  Array.isArray(value)
    ? value.flatMap((one: unknown) => {
        const { data } = Card.safeParse(one)
        return data ? [data] : []
      })
    : []

const headerHtml = (card: Card) => {
  const heading = text(card, 'header', 'heading')
  const below = text(card, 'subheader', 'subheading')
  return `${heading && `<h2>${heading}</h2>`}${below && `<p>${below}</p>`}`
}

function codeHtml(card: Card): string {
  const language = escaped(card, 'language')
  return figure(card, `<pre><code class="language-${language}">${escaped(card, 'code')}</code></pre>`)
}

const CARDS: Partial<Record<string, (card: Card) => string>> = {
  image: (card) => figure(card, linked(escaped(card, 'href'), picture(card))),
  gallery: (card) =>
    figure(
      card,
      list(card.images)
        .map((one) => `<p>${picture(one)}</p>`)
        .join(''),
    ),
  html: (card) => text(card, 'html'),
  markdown: (card) => markdownHtml(text(card, 'markdown')),
  'card-markdown': (card) => markdownHtml(text(card, 'markdown')),
  code: codeHtml,
  codeblock: codeHtml,
  embed: (card) =>
    figure(card, text(card, 'html') || `<p>${linked(escaped(card, 'url'), escaped(card, 'url'))}</p>`),
  bookmark: (card) => {
    const about = Card.safeParse(card.metadata).data ?? {}
    const url = escaped(card, 'url') || escaped(about, 'url')
    const words = ['description', 'author', 'publisher'].map((name) => escaped(about, name)).filter(Boolean)
    const lines = [linked(url, escaped(about, 'title') || escaped(card, 'title') || url), ...words]
    return figure(card, lines.map((line) => `<p>${line}</p>`).join(''))
  },
  callout: (card) => `<p>${escaped(card, 'calloutEmoji')} ${text(card, 'calloutText')}</p>`,
  toggle: (card) => `<h4>${text(card, 'heading')}</h4>${text(card, 'content')}`,
  button: (card) => button(escaped(card, 'buttonUrl'), escaped(card, 'buttonText')),
  audio: (card) => `<p>${linked(escaped(card, 'src'), escaped(card, 'title') || escaped(card, 'src'))}</p>`,
  video: (card) =>
    figure(card, linked(escaped(card, 'src'), escaped(card, 'fileName') || escaped(card, 'src'))),
  file: (card) =>
    `<p>${linked(escaped(card, 'src'), escaped(card, 'fileTitle', 'fileName') || escaped(card, 'src'))}</p><p>${escaped(card, 'fileCaption')}</p>`,
  product: (card) =>
    `<img src="${escaped(card, 'productImageSrc')}"><h4>${text(card, 'productTitle')}</h4>${text(card, 'productDescription')}${button(escaped(card, 'productUrl'), escaped(card, 'productButton'))}`,
  header: (card) => headerHtml(card) + button(escaped(card, 'buttonUrl'), escaped(card, 'buttonText')),
  signup: (card) => `${headerHtml(card)}<p>${text(card, 'disclaimer')}</p>`,
  'call-to-action': (card) =>
    `<img src="${escaped(card, 'imageUrl')}"><p>${text(card, 'sponsorLabel')}</p>${text(card, 'textValue')}${button(escaped(card, 'buttonUrl'), escaped(card, 'buttonText'))}`,
  hr: () => '<hr>',
  horizontalrule: () => '<hr>',
  paywall: () => '<hr>',
}

/** Adds cards that readers of the website didn't see ('email', 'email-cta') to the notes, and unknown ones. */
export function cardHtml(kind: string, card: Card, notes: Notes): string {
  const render = CARDS[kind]
  if (!render) {
    notes.add(`Card "${kind}" left out: ${JSON.stringify(card)}`)
    return ''
  }
  const html = render(card)
  const unused = addressesIn(card).filter((url) => !html.includes(Bun.escapeHTML(url)))
  for (const url of unused) notes.add(`Left out of a "${kind}" card: ${url}`)
  return html
}

const addressesIn = (value: unknown): string[] => {
  if (typeof value === 'string') return /^(?:https?:\/|__GHOST_URL__)?\/[^\s<]/.test(value) ? [value] : []
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(addressesIn) : []
}
