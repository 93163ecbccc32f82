import * as z from 'zod/mini'
import { invalid } from '#src/errors.ts'
import { parseJson } from '#src/lib/parse-json.ts'
import { Card, cardHtml } from './ghost-cards.ts'
import type { Notes } from './html-blocks.ts'

/** [type, opened markups, number closed, text or atom index] */
const Marker = z.tuple([z.number(), z.array(z.number()), z.number(), z.union([z.string(), z.number()])])
type Marker = z.infer<typeof Marker>

const Section = z.union([
  z.tuple([z.literal(1), z.string(), z.array(Marker)], z.unknown()),
  z.tuple([z.literal(2), z.string()], z.unknown()),
  z.tuple([z.literal(3), z.string(), z.array(z.array(Marker))], z.unknown()),
  z.tuple([z.literal(10), z.number()], z.unknown()),
])

const Mobiledoc = z.object({
  atoms: z._default(z.array(z.tuple([z.string(), z.string()], z.unknown())), []),
  cards: z._default(z.array(z.tuple([z.string(), Card], z.unknown())), []),
  markups: z._default(z.array(z.tuple([z.string()], z.unknown())), []),
  sections: z.array(Section),
})
type Mobiledoc = z.infer<typeof Mobiledoc>

/** Ghost 1 to 5: Mobiledoc 0.3, https://github.com/bustle/mobiledoc-kit. */
export function mobiledocHtml(json: string, notes: Notes): string {
  const { data } = Mobiledoc.safeParse(parseJson(json))
  if (!data) throw invalid('The Mobiledoc content is invalid')
  return data.sections.map((section) => sectionHtml(section, data, notes)).join('')
}

function sectionHtml(section: z.infer<typeof Section>, document: Mobiledoc, notes: Notes): string {
  switch (section[0]) {
    case 1: {
      const tag = tagOf(section[1])
      return `<${tag}>${markersHtml(section[2], document)}</${tag}>`
    }
    case 2:
      return `<img src="${Bun.escapeHTML(section[1])}">`
    case 3: {
      const items = section[2].map((markers) => `<li>${markersHtml(markers, document)}</li>`)
      const tag = section[1] === 'ol' ? 'ol' : 'ul'
      return `<${tag}>${items.join('')}</${tag}>`
    }
    case 10: {
      const [kind, card] = document.cards[section[1]] ?? []
      return kind !== undefined && card ? cardHtml(kind, card, notes) : ''
    }
  }
}

/** Other names could inject HTML. */
const tagOf = (name: string) => (/^[a-z][a-z0-9]{0,15}$/.test(name) ? name : 'p')

function markersHtml(markers: Marker[], { atoms, markups }: Mobiledoc): string {
  const open: string[] = []
  let html = ''
  for (const [type, opened, closed, value] of markers) {
    for (const index of opened) {
      const [name = 'span', attributes] = markups[index] ?? []
      const tag = tagOf(name)
      open.push(tag)
      html += `<${tag}${attributesHtml(attributes)}>`
    }
    const atom = type === 1 && typeof value === 'number' ? atoms[value] : undefined
    html += atom
      ? atom[0] === 'soft-return'
        ? '<br>'
        : Bun.escapeHTML(atom[1])
      : Bun.escapeHTML(String(value))
    for (const tag of open.splice(Math.max(open.length - closed, 0)).reverse()) html += `</${tag}>`
  }
  return (
    html +
    open
      .reverse()
      .map((tag) => `</${tag}>`)
      .join('')
  )
}

/** Attributes alternate names and values; only href matters. */
function attributesHtml(attributes: unknown): string {
  if (!Array.isArray(attributes)) return ''
  const value: unknown = attributes[attributes.indexOf('href') + 1]
  return attributes.includes('href') && typeof value === 'string' ? ` href="${Bun.escapeHTML(value)}"` : ''
}
