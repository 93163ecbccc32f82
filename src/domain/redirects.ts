import * as z from 'zod/mini'
import { ONE_LINE, wellFormed } from './text-rules.ts'

/** Characters of a path, and the number of redirects. */
export const REDIRECT_LIMITS = { path: 500, count: 100_000 } as const

export const REDIRECT_SORTS = ['createdAt', 'source'] as const

/** Only to parse paths. */
const HERE = 'https://here.invalid'

const PATH = `Enter a path on this site of at most ${REDIRECT_LIMITS.path} characters, such as /old-page`
const OWN_PATH = 'The home page, /admin and /api can’t redirect'

/** Null unless it is a path on this site. */
function parsePath(text: string): URL | null {
  if (!text.startsWith('/') || !URL.canParse(text, HERE)) return null
  const url = new URL(text, HERE)
  return url.origin === HERE ? url : null
}

/** One spelling of all that mean the same page: decoded, lowercase, without a slash or /index.html at the end. */
export function sourceOf(text: string): string | null {
  const url = parsePath(text)
  const path = url && (url.pathname.replace(/(?:\/index\.html)?\/{0,9}$/i, '') || '/')
  return (
    path &&
    decoded(path + url.search)
      .normalize()
      .toLowerCase()
  )
}

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return path
  }
}

function targetOf(text: string): string | null {
  const url = parsePath(text)
  return url && url.pathname + url.search + url.hash
}

const path = (normalize: (text: string) => string | null) =>
  z.string(PATH).check(
    z.trim(),
    z.maxLength(REDIRECT_LIMITS.path, { error: PATH, abort: true }),
    z.regex(ONE_LINE, { error: PATH, abort: true }),
    wellFormed,
    z.refine((text) => normalize(text) !== null, { error: PATH, abort: true }),
    z.overwrite((text) => normalize(text) ?? text),
  )

export const RedirectInput = z.object(
  {
    source: path(sourceOf).check(
      z.refine((source) => !/^\/(?:(?:admin|api)(?:[/?]|$)|$)/.test(source), OWN_PATH),
    ),
    target: path(targetOf),
  },
  'The request must be a JSON object',
)
export type RedirectInput = z.infer<typeof RedirectInput>

export const Redirect = z.object({
  id: z.number(),
  source: z.string(),
  /** A path; a post's follows changes of its slug. */
  target: z.string(),
  createdAt: z.string(),
})
export type Redirect = z.infer<typeof Redirect>
