import type { PageFacts } from '#src/db/schema.ts'
import type { PublicFetch, PublicPage } from '#src/lib/public-fetch/public-fetch.ts'
import type { PageReader } from './page-reader.ts'
import type { PageReading } from './page-reading.ts'

/** What an analysis found: all that is kept of a page. */
export type Findings = Pick<
  PageReading,
  'title' | 'metaDescription' | 'totalHeadings' | 'wordCount' | 'keywords'
> & {
  /** The beginning of the page's words, for the AI analysis. */
  text: string
  page: PageFacts
}

export type Outcome = { kind: 'findings'; findings: Findings } | { kind: 'failure'; reason: string }

export type Reach = { publicFetch: PublicFetch; pageReader: Pick<PageReader, 'read'> }

/** A few pages of print: more costs more than it tells. */
const TEXT_KEPT = 8_000
const LONGEST_TYPE = 200

/** Reads one page and finds out what it is about. A failure is a sentence for people. */
export async function analyze(
  { publicFetch, pageReader }: Reach,
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
    // Half of a surrogate pair at the end would be stored as another character.
    text: text.slice(0, TEXT_KEPT).replace(/[\ud800-\udbff]$/, ''),
    page: {
      ...facts,
      finalUrl: fetched.url,
      status: fetched.status,
      contentType: fetched.contentType?.slice(0, LONGEST_TYPE) ?? null,
      responseMilliseconds: Math.round(fetched.milliseconds),
      bytes: fetched.wireBytes,
    },
  }
}
