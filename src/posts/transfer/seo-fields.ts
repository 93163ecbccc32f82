import { excerptOf } from '#src/posts/text/excerpt.ts'
import type { Notes } from './html-blocks.ts'

/** Custom fields in which plugins of WordPress keep what is for search engines. */
const FIELDS = {
  metaTitle: [
    '_yoast_wpseo_title',
    'rank_math_title',
    '_aioseo_title',
    '_aioseop_title',
    '_seopress_titles_title',
    '_genesis_title',
    '_wds_title',
    '_wpseo_edit_title',
    '_su_title',
    '_sq_title',
  ],
  metaDescription: [
    '_yoast_wpseo_metadesc',
    'rank_math_description',
    '_aioseo_description',
    '_aioseop_description',
    '_seopress_titles_desc',
    '_genesis_description',
    '_wds_metadesc',
    '_wpseo_edit_description',
    '_su_description',
    '_sq_description',
  ],
  canonicalUrl: [
    '_yoast_wpseo_canonical',
    'rank_math_canonical_url',
    '_aioseo_canonical_url',
    '_aioseop_custom_link',
    '_seopress_robots_canonical',
    '_genesis_canonical_uri',
    '_wds_canonical',
    '_wpseo_edit_canonical',
    '_sq_canonical',
  ],
} as const

export const SEO_FIELDS: ReadonlySet<string> = new Set(Object.values(FIELDS).flat())

type About = {
  title: string
  excerpt: string
  content: string
  siteTitle: string
  tagline: string
  categories: string[]
  tags: string[]
  custom: ReadonlyMap<string, string>
  now: Date
}

export function seoFields(about: About, notes: Notes): Record<keyof typeof FIELDS, string> {
  const text = (kind: keyof typeof FIELDS) =>
    FIELDS[kind].map((key) => about.custom.get(key)?.trim() ?? '').find((one) => one !== '') ?? ''
  return {
    metaTitle: resolved('SEO title', text('metaTitle'), about, notes),
    metaDescription: resolved('SEO description', text('metaDescription'), about, notes),
    canonicalUrl: text('canonicalUrl'),
  }
}

/** Yoast's %%title%%, Rank Math's %title% and %customfield(x)%, All in One SEO's #post_title, Slim SEO's {{ post.title }}. */
const VARIABLE =
  /%%([a-z][\w-]{0,60})%%|%([a-z_]{2,40}(?:\([^()%]{0,60}\))?)%|#((?:post|site|page|author|current|separator|tagline|categor|tax|custom_field|permalink|parent|year|blog)[a-z_]{0,40}(?:-[\w-]{1,40})?)|\{\{\s?([a-z_.]{2,60})\s?\}\}/gi

/** Empty, with a note, if a variable's value isn't known. */
function resolved(name: string, template: string, about: About, notes: Notes): string {
  const unknown: string[] = []
  const text = template.replace(VARIABLE, (variable, ...groups: unknown[]) => {
    const given = groups.slice(0, 4).find((group) => typeof group === 'string')
    const value = knownValue(String(given).toLowerCase(), about)
    if (value === undefined) unknown.push(variable)
    return value ?? ''
  })
  if (unknown.length > 0) {
    notes.add(`${name} left out, because the value of ${unknown.join(', ')} isn't known: ${template}`)
    return ''
  }
  return text === template ? text : tidied(text)
}

/** Empty values leave separators without neighbors. */
const tidied = (text: string) => {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const kept = words.filter((word, at) => word !== SEPARATOR || (at > 0 && words[at - 1] !== SEPARATOR))
  return (kept.at(-1) === SEPARATOR ? kept.slice(0, -1) : kept).join(' ')
}

/** Of all plugins whose separator is known; exports don't have it. */
const SEPARATOR = '-'

/** By the names that plugins give to a variable, without underscores and without what it is about. */
const VALUES: readonly [names: string, valueOf: (about: About) => string | undefined][] = [
  ['sep separator separatorsa', () => SEPARATOR],
  ['page pagenumber pagetotal paged currentpagination pagination', () => ''],
  ['excerpt excerptonly summary autodescription', ({ excerpt, content }) => excerptOf({ excerpt, content })],
  ['category primarycategory categorytitle', ({ categories }) => categories[0]],
  ['categories', ({ categories }) => categories.join(', ')],
  ['tag tags', ({ tags }) => tags.join(', ')],
  [
    'focuskw focuskeyword',
    ({ custom }) => custom.get('_yoast_wpseo_focuskw') ?? custom.get('rank_math_focus_keyword'),
  ],
  ['currentyear', ({ now }) => String(now.getUTCFullYear())],
]

function knownValue(variable: string, about: About): string | undefined {
  const [, field] = /^(?:cf_|customfield\(|custom_field-)([^)]+)\)?$/.exec(variable) ?? []
  if (field !== undefined) return about.custom.get(field)
  const isOfSite = /^(?:site|blog)/.test(variable)
  const isOfPost = /^(?:post|page)/.test(variable)
  const name = variable.replace(/^(?:post|page|site|blog)[._]/, '').replaceAll('_', '')
  if (name === 'title' && !isOfSite) return about.title
  if (isOfSite && /^(?:site|blog)?(?:title|name)$/.test(name)) return about.siteTitle || undefined
  if (!isOfPost && /^(?:sitedesc|tagline|description)$/.test(name)) return about.tagline || undefined
  return VALUES.find(([names]) => names.split(' ').includes(name))?.[1](about)
}
