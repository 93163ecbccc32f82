import { readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import * as z from 'zod/mini'
import type { CustomPage } from '#domain/site.ts'
import { LINES, tidyText } from '#domain/text-rules.ts'
import { AppError, StartError } from '#src/errors.ts'
import { displayText } from '#src/lib/display-text.ts'
import { errorCode } from '#src/lib/error-code.ts'
import { decodeUtf8, type Refuse, readSmallFile } from '#src/lib/operator-file.ts'
import { excerptOf } from '#src/posts/text/excerpt.ts'
import { splitFrontMatter } from '#src/posts/transfer/front-matter.ts'
import { customPageError } from './custom-page-paths.ts'
import type { IsPrivate } from './private-files.ts'

const LIMITS = { pages: 50, kilobytes: 100, name: 60 }

const FrontMatter = z.strictObject({
  title: z.optional(displayText(100)),
  description: z.optional(displayText(300)),
  nav: z._default(z.enum(['header', 'footer', 'none'], 'must be header, footer or none'), 'footer'),
  order: z._default(z.number('must be a number'), 0),
  offline: z._default(z.boolean('must be true or false'), false),
  noindex: z._default(z.boolean('must be true or false'), false),
})

/** Returns the operator's Markdown pages in navigation order. Throws StartError with the file name. */
export async function readCustomPages(
  folder: string,
  isPrivate: IsPrivate = async () => false,
): Promise<CustomPage[]> {
  const { root, names } = await listFolder(folder)
  const files = names.filter((name) => /^[^.].*\.md$/i.test(name)).sort()
  if (files.length > LIMITS.pages) {
    throw new StartError(`The pages folder ${folder} has more than ${LIMITS.pages} pages.`)
  }
  for (const name of files)
    if (await isPrivate(join(root, name))) throw customPageError(name, 'it is a link to a file with secrets')
  const read = await Promise.all(files.map((name) => readCustomPage(root, name)))
  return read
    .sort((a, b) => a.order - b.order || a.page.title.localeCompare(b.page.title, 'en'))
    .map(({ page }) => page)
}

async function listFolder(folder: string): Promise<{ root: string; names: string[] }> {
  try {
    return { root: await realpath(folder), names: await readdir(folder) }
  } catch (error) {
    if (errorCode(error) === '') throw error
    throw new StartError(`The pages folder ${folder} can't be read as a folder.`, { cause: error })
  }
}

async function readCustomPage(root: string, file: string): Promise<{ order: number; page: CustomPage }> {
  const name = basename(file, '.md')
  if (!/^[a-z\d]+(?:-[a-z\d]+)*$/.test(name) || name.length > LIMITS.name) {
    throw customPageError(
      file,
      'the name must consist of lowercase letters a–z, digits and single hyphens, and end in .md',
    )
  }
  const { known, body } = splitFile(file, await readText(root, file))
  const parsed = FrontMatter.safeParse(known)
  if (!parsed.success) throw customPageError(file, describeError(parsed.error))
  const { order, nav, offline, noindex, ...given } = parsed.data
  const heading = /^\s*# +(\S[^\n]{0,200})(?:\n|$)/.exec(body)
  const title = given.title ?? heading?.[1]?.trim()
  if (title === undefined || tidyText(title) === '')
    throw customPageError(file, 'it needs title: in its front matter, or # Title as its first line')
  // The title is rendered separately.
  const content = (heading?.[1]?.trim() === title ? body.slice(heading[0].length) : body).trim()
  const about = given.description ?? excerptOf({ excerpt: '', content })
  return {
    order,
    page: {
      path: `/${name}`,
      title: tidyText(title),
      about,
      nav,
      ...(given.description === undefined ? {} : { lead: given.description }),
      content,
      worksOffline: offline,
      isUnlisted: noindex,
    },
  }
}

async function readText(root: string, file: string): Promise<string> {
  const refuse: Refuse = (reason, cause) => customPageError(file, reason, cause)
  const path = join(root, file)
  const bytes = await readSmallFile(path, LIMITS.kilobytes, refuse)
  // A link could expose a file that isn't meant as a page.
  if (dirname(await realpath(path)) !== root)
    throw refuse('it is a symbolic link to a file outside the folder')
  const text = decodeUtf8(bytes)?.replaceAll('\r\n', '\n')
  if (text === undefined) throw refuse('it is not UTF-8')
  if (!LINES.test(text)) throw refuse('it contains a control character')
  return text
}

function splitFile(file: string, text: string) {
  try {
    return splitFrontMatter(text)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw customPageError(file, `${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`)
  }
}

function describeError({ issues: [issue] }: z.core.$ZodError): string {
  if (issue?.code === 'unrecognized_keys') return `it has an unknown entry: ${issue.keys[0]}`
  return `${issue?.path.join('.')} ${issue?.message}`
}
