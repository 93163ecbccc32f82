import { slugOf } from '#domain/posts.ts'
import { parseFileName } from './file-name.ts'
import type { Notes } from './html-blocks.ts'
import { escapeText, linkTarget } from './marks.ts'

/** `a="x" b='y' c=z`; '' has what isn't named. */
function attributesIn(given: string): Partial<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const [, name = '', ...values] of given.matchAll(ATTRIBUTE)) {
    const value = values.find((one) => one !== undefined) ?? ''
    if (value === ',') continue
    found[name] = name === '' && found[name] !== undefined ? `${found[name]} ${value}` : value
  }
  return found
}

const ATTRIBUTE = /(?:(?<![\w-])([\w-]+)\s?=\s?)?(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\s"'`]+))/g

/** Liquid's {{ site.baseurl }} and {{ "/a.png" | relative_url }}; null for others. */
export function variableValue(inner: string): string | null {
  if (/^[-\s]*site\.(?:base_?url|url)[-\s]*$/.test(inner)) return ''
  const [, address] = /^[-\s]*["']([^"']*)["']\s*\|/.exec(inner) ?? []
  return address !== undefined && /url/.test(inner.slice(address.length)) ? address : null
}

const PLAYERS: Partial<Record<string, string>> = {
  youtube: 'https://www.youtube.com/watch?v=',
  vimeo: 'https://vimeo.com/',
  gist: 'https://gist.github.com/',
}

type Tag = { tag: string; name: string; given: string }

/** Markdown for tags of Hugo and Jekyll that show pictures, players and addresses; null for others. */
export function tagMarkdown({ tag, name, given: rest }: Tag, notes: Notes): string | null {
  const given = attributesIn(rest)
  const first = given[''] ?? ''
  const player = PLAYERS[name.toLowerCase()]
  if (player !== undefined) return linkTo(player + (given.id ?? first.replace(/ +/g, '/')))
  if (/^(?:rel)?ref$|^post_url$|^link$/.test(name)) return addressOf(tag, given.path ?? first, notes)
  const isPicture = name === 'include' && /^(?:\S*\/)?(?:figure|image|img|picture)/i.test(first)
  return name === 'figure' || isPicture ? picture(tag, given, notes) : null
}

const linkTo = (url: string) => (linkTarget(url) === url ? `<${url}>` : null)

export function addressOf(tag: string, target: string, notes: Notes): string | null {
  const [path = '', anchor] = target.split('#')
  const slug = slugOf(parseFileName(path.replace(/\/$/, '')).slug)
  if (slug === '') return null
  const address = `/blog/${slug}${anchor === undefined ? '' : `#${anchor}`}`
  notes.add(`Link to another post: ${tag} became ${address}`)
  return address
}

function picture(tag: string, given: Partial<Record<string, string>>, notes: Notes): string | null {
  const { src = given.url ?? given.image ?? given.path ?? '', alt = '' } = given
  if (src === '') return null
  const caption = [given.title, given.caption, given.attr].filter(Boolean).join(' – ')
  const target = linkTarget(src, caption)
  if (target === null) return null
  const shown = `${alt} ${src} ${caption}`
  if (Object.values(given).some((value) => !shown.includes(value ?? '')))
    notes.add(`Options of a picture left out: ${tag}`)
  return `![${escapeText(alt, true)}](${target})`
}
