import { RedirectInput } from '#domain/redirects.ts'
import type { Field } from './field-names.ts'

const NAMES = new Set('alias aliases redirectfrom redirectsfrom oldurl oldurls permalink url'.split(' '))

/** In front matter: Hugo's aliases and url, Jekyll's redirect_from, Hexo's alias and permalinks. */
export const isFormerPath = ({ name, value }: Field): boolean => NAMES.has(name) && pathsIn(value).length > 0

/** Templates such as /:year/:title aren't addresses. */
const pathsIn = (value: unknown): string[] =>
  [value]
    .flat()
    .filter((one) => typeof one === 'string')
    .map((one) => one.trim())
    .filter((one) => /[/.]/.test(one) && !/[:{}](?!\/\/)|\s/.test(one))

type About = { path: string; slug: string; day: string; publishedAt: string | null; language: string }

/** Where the site generators served a file by default, and what its front matter says. */
export function formerPathsOf(fields: Field[], { path, slug, day, publishedAt, language }: About): string[] {
  const given = fields.filter(isFormerPath).flatMap(({ value }) => pathsIn(value))
  const date = day || (/(?:^|\/)_posts\//.test(path) ? publishedAt?.slice(0, 10) : '')
  const folders = path.split('/')
  const content = folders.indexOf('content')
  const served = `/${folders.slice(content + 1).join('/')}`.replace(/\.\w+$/, '')
  const suffix = `.${language}`
  // Hugo serves translations from folders.
  const translated =
    language !== '' && served.endsWith(suffix) ? `/${language}${served.slice(0, -suffix.length)}` : served
  return [
    ...given.map((one) => (/^(?:https?:)?\//.test(one) ? one : `/${one}`)),
    ...(date && slug ? [...datedPaths(date, slug), ...datedPaths(date, `${slug}.html`)] : []),
    ...(date && !slug ? [`/${date.replaceAll('-', '/')}`] : []),
    ...(content < 0 ? [] : [translated.replace(/\/index$/, '')]),
  ]
}

/** `date` is like 2026-01-31. */
export function datedPaths(date: string, slug: string): string[] {
  const [year, month, day] = date.split('-')
  return [`/${year}/${month}/${slug}`, `/${year}/${month}/${day}/${slug}`]
}

/** Sources of redirects to /blog/slug; of other sites' addresses, the paths. */
export function sourcesOf(paths: string[], slug: string): string[] {
  const sources = paths.flatMap((path) => {
    const url = URL.parse(path, 'https://here.invalid')
    return (url && RedirectInput.shape.source.safeParse(url.pathname + url.search).data) ?? []
  })
  return [...new Set(sources)].filter((source) => source !== `/blog/${slug}`)
}

/** Of feeds, by the extension of what is imported. Others are the same everywhere. */
export const FEED_PATHS: Record<string, [source: string, target: string][]> = {
  xml: [
    ['/feed/rss', '/feed.xml'],
    ['/feed/rss2', '/feed.xml'],
    ['/?feed=rss', '/feed.xml'],
    ['/?feed=rss2', '/feed.xml'],
    ['/feed/atom', '/atom.xml'],
    ['/?feed=atom', '/atom.xml'],
  ],
  md: [
    ['/index.xml', '/feed.xml'],
    ['/feeds/all.rss.xml', '/feed.xml'],
    ['/feeds/all.atom.xml', '/atom.xml'],
  ],
}
