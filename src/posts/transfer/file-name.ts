import { parseDate } from './read-date.ts'

/** 2021-3-7-x, 2021/03/04/x, 2021/03-04-x, 2021_03_04, 20210304-x and the names of Zettelkasten notes: 202103041015 x. */
const SEPARATED =
  /(?:^|\/)((?:19|20)\d{2})[-_./](\d{1,2})[-_./](\d{1,2})(?:T\d{2}[-.:]?\d{2}(?:[-.:]?\d{2})?)?(?:$|[-_./ ]([^/]*)$)/
const COMPACT = /(?:^|\/)((?:19|20)\d{2})(\d{2})(\d{2})(?:\d{4}(?:\d{2})?)?(?:$|[-_ ]([^/]*)$)/
const LANGUAGE = /^[a-z]{2,3}(?:[-_][a-z]{2,4}){0,2}$/i

/**
 * Many programs put date, slug and language in the names of files or folders. `day` is '' without one; `isJekyll`: in the
 * form of Jekyll, whose tags are separated by spaces. `name` is what is left.
 */
export function parseFileName(path: string): { name: string; slug: string; day: string; isJekyll: boolean } {
  const parts = path.replace(/\.\w+$/, '').split('/')
  const last = parts.at(-1) ?? ''
  // Hugo names translations index.de.md.
  const [, language] = /^index(?:\.([\w-]+))?$/.exec(last) ?? [null]
  const isIndex = /^index(?:\.|$)/.test(last) && parts.length > 1
  const whole = (isIndex ? parts.slice(0, -1) : parts).join('/')
  const [, year, month = '', day = '', rest = ''] = SEPARATED.exec(whole) ?? COMPACT.exec(whole) ?? []
  const date = year === undefined ? '' : [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  const isDate = date !== '' && parseDate(date) !== null
  const name = isDate ? rest.trim() : (whole.split('/').at(-1) ?? '')
  return {
    name,
    slug: [name, ...(isIndex && language ? [language] : [])].filter(Boolean).join('-').replaceAll('.', '-'),
    day: isDate ? date : '',
    isJekyll: isDate && /(?:^|\/)\d{4}-\d{1,2}-\d{1,2}-[^/]+$/.test(whole),
  }
}

/** As Jekyll does for files named a-short-thought; names with spaces or capitals are titles. */
export const titleOfName = (name: string): string =>
  /[ \p{Lu}]/u.test(name)
    ? name.replaceAll('_', ' ')
    : name
        .split(/[-_.]+/)
        .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
        .join(' ')

/** The language that a suffix or a folder names, or ''; `neutral`: the path without such a folder. */
export function languageOfPath(path: string): { language: string; neutral: string } {
  const parts = path.split('/')
  const folder = parts.slice(0, -1).findLastIndex((part) => LANGUAGE.test(part) && part.length !== 3)
  const [, suffix = ''] = /\.([\w-]+)\.\w+$/.exec(path) ?? []
  const isSuffix = LANGUAGE.test(suffix)
  if (isSuffix || folder === -1) return { language: isSuffix ? suffix : '', neutral: path }
  return { language: parts[folder] ?? '', neutral: parts.toSpliced(folder, 1).join('/') }
}
