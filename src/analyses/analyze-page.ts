import type { PageFacts } from '#src/db/schema.ts'
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

const TEXT_MAX = 8_000
const CONTENT_TYPE_MAX = 200

/** Fetches a page and extracts its keywords. A failure's reason is shown to people. */
export async function analyzePage(
  { publicFetch, pageReader }: WebAccess,
  address: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const fetched = await publicFetch(address, signal)
  if (fetched.kind === 'failure') return fetched
  const { url, contentType, body } = fetched
  const reading = await pageReader.read({ url, contentType, body }, signal)
  if ('kind' in reading) return reading
  return { kind: 'findings', findings: findingsOf(fetched, reading) }
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
