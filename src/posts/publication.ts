import { setTimeout } from 'node:timers/promises'
import type { Deps } from '#src/deps.ts'
import { listFormerSlugs, listPublishedAddresses, listTags, readContentVersion, type Tag } from './store.ts'

export type Published = {
  version: number
  updatedAtBySlug: ReadonlyMap<string, string>
  currentSlugByFormer: ReadonlyMap<string, string>
  tags: readonly Tag[]
}

export type Publication = {
  /** Includes changes by other instances after at most a second. */
  current(): Promise<Published>
  /**
   * Whether `version` is still the newest known. Compares with the last read, and refreshes in the background. The last
   * known version counts as current while the database is down, unless a local change followed it.
   */
  isCurrent(version: number): boolean
  /**
   * Seconds since the last successful read; reads again first if that is over a second ago. Throws AppError unavailable
   * if no read has succeeded yet.
   */
  age(): Promise<number | null>
  /** Makes a local change visible immediately. */
  changed(): void
}

const READ_EVERY_MS = 1000
/** Refreshes early under steady traffic, so that no request waits. */
const READ_AHEAD_MS = 500
/** How long a request waits for a read before it gets the last known state. */
const PATIENCE_MS = 500

type Reading = { startedAt: number; published: Promise<Published>; isSettled: boolean }

/** Polls the database only while there are requests. */
export function createPublication({
  db,
  reads,
  now,
  log,
}: Pick<Deps, 'db' | 'reads' | 'now' | 'log'>): Publication {
  let newest: Reading | null = null
  /** Null from a local change until the next read. */
  let settled: Reading | null = null
  let known: Published | null = null
  let localChanges = 0
  /** Outdated posts, such as deleted ones, must not be served while the database is down. */
  let changesInKnown = 0
  let confirmedAt: number | null = null

  function start(): Reading {
    const startedAt = now().getTime()
    const reading: Reading = { startedAt, published: read(startedAt), isSettled: false }
    newest = reading
    const settle = () => {
      reading.isSettled = true
      if (newest === reading) settled = reading
    }
    reading.published.then(settle, settle)
    return reading
  }

  async function read(startedAt: number): Promise<Published> {
    const changes = localChanges
    try {
      const version = await readContentVersion(db)
      reads.requireAtLeast({ contentVersion: version })
      known = known?.version === version ? known : await readPublished(version)
      changesInKnown = changes
      confirmedAt = startedAt
      return known
    } catch (error) {
      if (!known || changesInKnown !== localChanges) throw error
      // Serves cached pages while the database is down.
      log.error('failed to read posts', error)
      return known
    }
  }

  async function readPublished(version: number): Promise<Published> {
    const [addresses, former, tags] = await Promise.all([
      listPublishedAddresses(reads.db),
      listFormerSlugs(reads.db),
      listTags(reads.db),
    ])
    return {
      version,
      updatedAtBySlug: new Map(addresses.map(({ slug, updatedAt }) => [slug, updatedAt])),
      currentSlugByFormer: new Map(former.map(({ from, to }) => [from, to])),
      tags,
    }
  }

  /** Absolute, because the clock may be set back. */
  const ageOf = ({ startedAt }: Reading) => Math.abs(now().getTime() - startedAt)

  async function current(): Promise<Published> {
    const reading = newest && ageOf(newest) < READ_EVERY_MS ? newest : start()
    const shown = known
    if (reading.isSettled || !settled || !shown) return reading.published
    return Promise.race([reading.published, setTimeout(PATIENCE_MS, shown, { ref: false })])
  }

  return {
    current,
    age: async () => {
      await current()
      return confirmedAt === null ? null : Math.max(0, now().getTime() - confirmedAt) / 1000
    },
    isCurrent: (version) => {
      if (!settled || known?.version !== version || changesInKnown !== localChanges) return false
      if (newest?.isSettled && ageOf(newest) >= READ_AHEAD_MS) start()
      if (ageOf(settled) < READ_EVERY_MS) return true
      return newest !== null && !newest.isSettled && ageOf(newest) >= PATIENCE_MS
    },
    changed: () => {
      localChanges += 1
      settled = null
      start()
    },
  }
}

/** Null if no published post has or had this slug. */
export const currentSlug = (
  { updatedAtBySlug, currentSlugByFormer }: Published,
  slug: string,
): string | null => (updatedAtBySlug.has(slug) ? slug : (currentSlugByFormer.get(slug) ?? null))
