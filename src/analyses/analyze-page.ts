import type { PageFacts } from '#src/db/schema.ts'
import { TOO_MANY_REDIRECTS } from '#src/lib/public-fetch/failures.ts'
import { LIMITS } from '#src/lib/public-fetch/limits.ts'
import type { PublicFetch, PublicPage } from '#src/lib/public-fetch/public-fetch.ts'
import type { PageReader } from './page-reader.ts'
import type { PageReading } from './page-reading.ts'

export type Findings = Pick<
  PageReading,
  'title' | 'metaDescription' | 'totalHeadings' | 'wordCount' | 'keywords'
> & {
  text: string
  page: PageFacts
}

export type Outcome = { kind: 'findings'; findings: Findings } | { kind: 'failure'; reason: string }

export type WebAccess = { publicFetch: PublicFetch; pageReader: Pick<PageReader, 'read'> }

const NO_TEXT: Outcome = { kind: 'failure', reason: 'No text without JavaScript.' }
const TEXT_MAX = 8_000
const CONTENT_TYPE_MAX = 200

/** Fetches a page, follows its redirects, and extracts its keywords. A failure's reason is shown to people. */
export async function analyzePage(
  { publicFetch, pageReader }: WebAccess,
  address: string,
  signal: AbortSignal,
): Promise<Outcome> {
  let next = address
  for (let redirects = 0; redirects <= LIMITS.redirects; redirects++) {
    const fetched = await publicFetch(next, signal)
    if (fetched.kind === 'failure') return fetched
    const { url, contentType, body } = fetched
    const reading = await pageReader.read({ url, contentType, body }, signal)
    if (!('kind' in reading))
      return reading.wordCount === 0 ? NO_TEXT : { kind: 'findings', findings: findingsOf(fetched, reading) }
    if (reading.kind === 'failure') return reading
    next = reading.url
  }
  return TOO_MANY_REDIRECTS
}

function findingsOf(fetched: PublicPage, reading: PageReading): Findings {
  const { title, metaDescription, totalHeadings, wordCount, text, keywords, ...facts } = reading
  return {
    title,
    metaDescription,
    totalHeadings,
    wordCount,
    keywords,
    // The database can't store half a surrogate pair.
    text: text.slice(0, TEXT_MAX).replace(/[\ud800-\udbff]$/, ''),
    page: {
      ...facts,
      finalUrl: fetched.url,
      status: fetched.status,
      contentType: fetched.contentType?.slice(0, CONTENT_TYPE_MAX) ?? null,
      responseMilliseconds: Math.round(fetched.milliseconds),
      bytes: fetched.wireBytes,
    },
  }
}
