import { excerptOf } from '#src/posts/text/excerpt.ts'
import type { Notes } from './html-blocks.ts'

/** Custom fields in which plugins of WordPress keep titles and descriptions for search engines. */
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

export function seoFields(about: About, notes: Notes): { metaTitle: string; metaDescription: string } {
  const text = (kind: keyof typeof FIELDS) =>
    FIELDS[kind].map((key) => about.custom.get(key)?.trim() ?? '').find((one) => one !== '') ?? ''
  return {
    metaTitle: resolved('SEO title', text('metaTitle'), about, notes),
    metaDescription: resolved('SEO description', text('metaDescription'), about, notes),
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

function knownValue(variable: string, about: About): string | undefined {
  const { title, excerpt, content, siteTitle, tagline, categories, tags, custom, now } = about
  const [, field] = /^(?:cf_|customfield\(|custom_field-)([^)]+)\)?$/.exec(variable) ?? []
  if (field !== undefined) return custom.get(field)
  switch (variable.replace(/^(?:post|page|site|blog)[._]/, '').replaceAll('_', '')) {
    case 'title':
      return /^(?:site|blog)/.test(variable) ? siteTitle || undefined : title
    case 'sitename':
    case 'sitetitle':
    case 'blogname':
    case 'blogtitle':
    case 'name':
      return /^(?:site|blog)/.test(variable) ? siteTitle || undefined : undefined
    case 'sep':
    case 'separator':
    case 'separatorsa':
      return SEPARATOR
    case 'page':
    case 'pagenumber':
    case 'pagetotal':
    case 'paged':
    case 'currentpagination':
    case 'pagination':
      return ''
    case 'excerpt':
    case 'excerptonly':
    case 'summary':
    case 'autodescription':
      return excerptOf({ excerpt, content })
    case 'sitedesc':
    case 'tagline':
    case 'description':
      return /^(?:post|page)/.test(variable) ? undefined : tagline || undefined
    case 'category':
    case 'primarycategory':
    case 'categorytitle':
      return categories[0]
    case 'categories':
      return categories.join(', ')
    case 'tag':
    case 'tags':
      return tags.join(', ')
    case 'focuskw':
    case 'focuskeyword':
      return custom.get('_yoast_wpseo_focuskw') ?? custom.get('rank_math_focus_keyword')
    case 'currentyear':
      return String(now.getUTCFullYear())
    default:
      return undefined
  }
}
