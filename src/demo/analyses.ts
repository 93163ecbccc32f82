import { canonicalUrl, domainOf } from '#domain/analyses.ts'
import type { Findings } from '#src/analyses/analyze-page.ts'
import { claimAnalysis, completeAnalysis, failAnalysis } from '#src/analyses/claims.ts'
import { createAnalysis, setAutoUpdate } from '#src/analyses/store.ts'
import type { Database } from '#src/db/database.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Texts } from './texts.ts'
import { type DemoContext, daytimeOf, type Event, hoursLater } from './timeline.ts'

const DOWN = 'The website responded with HTTP 503.'
const UPDATES_MAX = 12

const PLACES = ['Page title', 'H1', 'H2', 'Body text', 'Meta description', 'Link text']

type Site = Texts['sites'][number]
export function analysisEvents({ sites }: Texts, context: DemoContext): Event[] {
  const { db, now, random, actorNamed } = context
  const by = actorNamed('ines')
  return sites.flatMap((site) => {
    const url = canonicalUrl(site.url)
    if (url === null) throw new Error(`${site.url} is not a valid URL`)
    const first = daytimeOf(now, site.daysAgo, random)
    const updated = site.autoUpdate ? Math.min(site.daysAgo - 1, UPDATES_MAX) : 0
    let id = 0
    const create = async (at: Date) => {
      id = (await createAnalysis(db, by, url, at)).id
      await runAnalysis(db, { ...site, failing: false }, random, hoursLater(at, 0.001))
    }
    const enableUpdates = (at: Date) => setAutoUpdate(db, by, id, true, at)
    const events: Event[] = [{ at: first, run: create }]
    if (updated === 0) return events
    const updatesStart = new Date(now.getTime() - updated * 86_400_000 - random.between(1, 40) * 60_000)
    events.push({ at: hoursLater(updatesStart, -24), run: enableUpdates })
    for (let day = 0; day <= updated; day++) {
      const isLast = day === updated
      events.push({
        at: hoursLater(updatesStart, 24 * day + 0.001 * day),
        run: (at) => runAnalysis(db, { ...site, failing: site.failing && isLast }, random, at),
      })
    }
    return events
  })
}

/** Does the analyzer's work with made-up findings. */
async function runAnalysis(db: Database, site: Site, random: SeededRandom, at: Date): Promise<void> {
  const claim = await claimAnalysis(db, `demo-${at.getTime()}`, at)
  if (!claim) throw new Error(`${site.url} is not due at ${at.toISOString()}`)
  const failure = site.unreachable ?? (site.failing ? DOWN : undefined)
  if (failure !== undefined) await failAnalysis(db, claim, failure, at)
  else await completeAnalysis(db, claim, findingsOf(site, random), at)
}

function findingsOf(
  { url, title, description, headings, words, keywords }: Site,
  random: SeededRandom,
): Findings {
  const swapped = swapNeighbors(keywords, random)
  const found = swapped.slice(0, swapped.length - random.between(0, 2))
  const domain = domainOf(url)
  return {
    title,
    metaDescription: description,
    totalHeadings: headings + random.between(0, 2),
    wordCount: words + random.between(-20, 40),
    text: `${title}\n${description}`,
    keywords: found.map((keyword, rank) => ({
      keyword,
      relevanceScore: Math.round(100 / (1 + rank * 0.14)) / 10,
      frequency: Math.max(1, 24 - rank + random.between(-1, 2)),
      context: `${PLACES[Math.min(rank, PLACES.length - 1)]}: ${keyword[0]?.toUpperCase()}${keyword.slice(1)} at ${domain}`,
    })),
    page: {
      finalUrl: url,
      status: 200,
      contentType: 'text/html; charset=utf-8',
      responseMilliseconds: random.between(90, 640),
      bytes: words * 31,
      canonical: url,
      robots: null,
      lang: 'en',
      charset: 'UTF-8',
      openGraph: { 'og:title': title ?? '', 'og:description': description ?? '', 'og:type': 'website' },
      jsonLdTypes: ['WebSite', 'Organization'],
      headings: keywords.slice(0, 6).map((text, index) => ({ level: index === 0 ? 1 : 2, text })),
    },
  }
}

/** Makes ranks change from day to day. */
function swapNeighbors(keywords: readonly string[], random: SeededRandom): string[] {
  const order = [...keywords]
  for (let index = 2; index + 1 < order.length; index++) {
    if (random.happens(20)) order.splice(index, 2, ...order.slice(index, index + 2).reverse())
  }
  return order
}
