import { canonicalUrl, domainOf } from '#domain/analyses.ts'
import type { Actor } from '#domain/audit.ts'
import type { Findings } from '#src/analyses/analyze.ts'
import { claimAnalysis, completeAnalysis, failAnalysis } from '#src/analyses/claims.ts'
import { createAnalysis, setAutoUpdate } from '#src/analyses/store.ts'
import type { Database } from '#src/db/database.ts'
import type { Chance } from './chance.ts'
import { actorNamed } from './people.ts'
import type { Texts } from './texts.ts'
import { type Event, hoursLater, momentOf } from './timeline.ts'

const DOWN = 'The website answered with HTTP 503.'
/** Daily updates of the last days: enough for a history, and quickly made. */
const UPDATED_DAYS = 12

const PLACES = ['Page title', 'H1', 'H2', 'Body text', 'Meta description', 'Link text']

type Site = Texts['sites'][number]
type World = { db: Database; now: Date; chance: Chance; actors: Map<string, Actor> }

/** Competitors' websites, read once or day by day. */
export function websiteEvents({ sites }: Texts, world: World): Event[] {
  const { db, now, chance, actors } = world
  const by = actorNamed(actors, 'ines')
  return sites.flatMap((site) => {
    const url = canonicalUrl(site.url)
    if (url === null) throw new Error(`${site.url} is no address`)
    const first = momentOf(now, site.daysAgo, chance)
    const updated = site.autoUpdate ? Math.min(site.daysAgo - 1, UPDATED_DAYS) : 0
    let id = 0
    const start = async (at: Date) => {
      id = (await createAnalysis(db, by, url, at)).id
      await work(db, { ...site, failing: false }, chance, hoursLater(at, 0.001))
    }
    const switchOn = (at: Date) => setAutoUpdate(db, by, id, true, at)
    const events: Event[] = [{ at: first, happen: start }]
    if (updated === 0) return events
    const began = new Date(now.getTime() - updated * 86_400_000 - chance.between(1, 40) * 60_000)
    events.push({ at: hoursLater(began, -24), happen: switchOn })
    for (let day = 0; day <= updated; day++) {
      const isLast = day === updated
      events.push({
        at: hoursLater(began, 24 * day + 0.001 * day),
        happen: (at) => work(db, { ...site, failing: site.failing && isLast }, chance, at),
      })
    }
    return events
  })
}

/** Does what the analyzer would, with made-up findings. */
async function work(db: Database, site: Site, chance: Chance, at: Date): Promise<void> {
  const claim = await claimAnalysis(db, `demo-${at.getTime()}`, at)
  if (!claim) throw new Error(`${site.url} is not to be read at ${at.toISOString()}`)
  const failure = site.unreachable ?? (site.failing ? DOWN : undefined)
  if (failure !== undefined) await failAnalysis(db, claim, failure, at)
  else await completeAnalysis(db, claim, findingsOf(site, chance), at)
}

function findingsOf({ url, title, description, headings, words, keywords }: Site, chance: Chance): Findings {
  const swapped = withNeighborsSwapped(keywords, chance)
  const found = swapped.slice(0, swapped.length - chance.between(0, 2))
  const domain = domainOf(url)
  return {
    title,
    metaDescription: description,
    totalHeadings: headings + chance.between(0, 2),
    wordCount: words + chance.between(-20, 40),
    text: `${title}\n${description}`,
    keywords: found.map((keyword, rank) => ({
      keyword,
      relevanceScore: Math.round(100 / (1 + rank * 0.14)) / 10,
      frequency: Math.max(1, 24 - rank + chance.between(-1, 2)),
      context: `${PLACES[Math.min(rank, PLACES.length - 1)]}: ${keyword[0]?.toUpperCase()}${keyword.slice(1)} at ${domain}`,
    })),
    page: {
      finalUrl: url,
      status: 200,
      contentType: 'text/html; charset=utf-8',
      responseMilliseconds: chance.between(90, 640),
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

/** From day to day, some keywords change places. */
function withNeighborsSwapped(keywords: readonly string[], chance: Chance): string[] {
  const order = [...keywords]
  for (let index = 2; index + 1 < order.length; index++) {
    if (chance.happens(20)) order.splice(index, 2, ...order.slice(index, index + 2).reverse())
  }
  return order
}
