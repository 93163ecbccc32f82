import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import * as z from 'zod'
import type { OwnPage } from '#domain/site.ts'
import { LINES } from '#domain/writing.ts'
import { AppError, StartError } from '#src/errors.ts'
import { shownText } from '#src/lib/shown-text.ts'
import { excerptOf } from '#src/posts/text/excerpt.ts'
import { splitFrontMatter } from '#src/posts/transfer/front-matter.ts'
import { unusable } from './own-page-paths.ts'

const LIMITS = { pages: 50, bytes: 100_000, name: 60 }

const FrontMatter = z.strictObject({
  title: shownText(100).optional(),
  description: shownText(300).optional(),
  nav: z.enum(['header', 'footer', 'none'], 'must be header, footer or none').default('footer'),
  order: z.number('must be a number').default(0),
  offline: z.boolean('must be true or false').default(false),
  noindex: z.boolean('must be true or false').default(false),
})

/**
 * The operator's own pages: each Markdown file right in `folder`, in the order of the navigation. Throws StartError,
 * naming the file, for one that can't be a page.
 */
export async function readOwnPages(folder: string): Promise<OwnPage[]> {
  const { root, names } = await listFolder(folder)
  const files = names.filter((name) => /^[^.].*\.md$/i.test(name)).sort()
  if (files.length > LIMITS.pages) {
    throw new StartError(`The pages folder ${folder} has more than ${LIMITS.pages} pages.`)
  }
  const read = await Promise.all(files.map((name) => readOwnPage(root, name)))
  return read
    .sort((a, b) => a.order - b.order || a.page.title.localeCompare(b.page.title, 'en'))
    .map(({ page }) => page)
}

async function listFolder(folder: string): Promise<{ root: string; names: string[] }> {
  try {
    return { root: await realpath(folder), names: await readdir(folder) }
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    throw new StartError(`The pages folder ${folder} can't be read as a folder.`, { cause: error })
  }
}

async function readOwnPage(root: string, file: string): Promise<{ order: number; page: OwnPage }> {
  const name = basename(file, '.md')
  if (!/^[a-z\d]+(?:-[a-z\d]+)*$/.test(name) || name.length > LIMITS.name) {
    throw unusable(file, 'a name has only small letters a–z, digits and single hyphens, and ends in .md')
  }
  const { known, body } = splitFile(file, await readText(root, file))
  const parsed = FrontMatter.safeParse(known)
  if (!parsed.success) throw unusable(file, complaint(parsed.error))
  const { order, nav, offline, noindex, ...given } = parsed.data
  const heading = /^\s*# +(\S[^\n]{0,200})(?:\n|$)/.exec(body)
  const title = given.title ?? heading?.[1]?.trim()
  if (title === undefined) throw unusable(file, 'it needs a title: in front of the text')
  // The page shows its title once, above the text.
  const content = (heading?.[1]?.trim() === title ? body.slice(heading[0].length) : body).trim()
  const about = given.description ?? excerptOf({ excerpt: '', content })
  return {
    order,
    page: {
      path: `/${name}`,
      title,
      about,
      nav,
      ...(given.description === undefined ? {} : { lead: given.description }),
      content,
      isKept: offline,
      isUnlisted: noindex,
    },
  }
}

async function readText(root: string, file: string): Promise<string> {
  try {
    const path = await realpath(join(root, file))
    // Even a link within the folder could lead to a file that is not meant to be a page.
    if (dirname(path) !== root) throw unusable(file, 'it is a link that leads out of the folder')
    const found = await stat(path)
    // Reading a pipe would wait without end.
    if (!found.isFile()) throw unusable(file, 'it is not a file')
    if (found.size > LIMITS.bytes) throw unusable(file, `it has more than ${LIMITS.bytes / 1000} KB`)
    const text = new TextDecoder('utf-8', { fatal: true })
      .decode(await readFile(path))
      .replaceAll('\r\n', '\n')
    if (!LINES.test(text)) throw unusable(file, 'it contains a control character')
    return text
  } catch (error) {
    if (error instanceof TypeError) throw unusable(file, 'it is not UTF-8')
    if (!(error instanceof Error) || !('code' in error)) throw error
    throw unusable(file, "it can't be read", error)
  }
}

function splitFile(file: string, text: string) {
  try {
    return splitFrontMatter(text)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw unusable(file, `${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`)
  }
}

function complaint({ issues: [issue] }: z.ZodError): string {
  if (issue?.code === 'unrecognized_keys') return `it has no entry called ${issue.keys[0]}`
  return `${issue?.path.join('.')} ${issue?.message}`
}
