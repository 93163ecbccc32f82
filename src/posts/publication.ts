import { setTimeout } from 'node:timers/promises'
import type { Deps } from '#src/deps.ts'
import {
  listFormerSlugs,
  listPublishedAddresses,
  listTags,
  readContentVersion,
  type Tag,
} from './public-store.ts'

export type Published = {
  version: number
  updatedAtBySlug: ReadonlyMap<string, string>
  currentSlugByFormer: ReadonlyMap<string, string>
  tags: readonly Tag[]
}

export type Publication = {
  /** Includes changes by other instances within a second. */
  current(): Promise<Published>
  /**
   * Whether `version` is still the newest known. Compares with the last read, and refreshes in the background. The last
   * known version counts as current while the database is down, unless a local change followed it.
   */
  isCurrent(version: number): boolean
  /**
   * Seconds since the last successful read; reads again first if that is over a second ago. Throws AppError unavailable
   * if no read has succeeded since the last local change.
   */
  age(): Promise<number | null>
  /** Makes a local change visible to the next request, which reads the posts again. */
  changed(): void
}

const READ_EVERY_MS = 1000
/** Refreshes early under steady traffic, so that no request waits. */
const READ_AHEAD_MS = 500
/** How long a request waits for a read before it gets the last known state. */
const PATIENCE_MS = 500

/** `localChanges` is the number of changes that preceded it. */
type Start = { order: number; startedAt: number; localChanges: number }
type Reading = Start & { published: Promise<Published>; isSettled: boolean }
type Known = Start & { published: Published }

type Wait = (milliseconds: number) => Promise<unknown>

/** Polls the database only while there are requests. */
export function createPublication(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  wait: Wait = (milliseconds) => setTimeout(milliseconds, undefined, { ref: false }),
): Publication {
  let newest: Reading | null = null
  let settled: Reading | null = null
  let known: Known | null = null
  let localChanges = 0

  /** Null if a local change followed: outdated posts, such as deleted ones, must not be served. */
  const servable = () => (known?.localChanges === localChanges ? known.published : null)

  function start(): Reading {
    const begun = { order: (newest?.order ?? 0) + 1, startedAt: now().getTime(), localChanges }
    const reading: Reading = { ...begun, published: read(begun), isSettled: false }
    newest = reading
    const settle = () => {
      reading.isSettled = true
      if (newest === reading) settled = reading
    }
    reading.published.then(settle, settle)
    return reading
  }

  async function read(begun: Start): Promise<Published> {
    try {
      const version = await readContentVersion(db)
      const published = known?.published.version === version ? known.published : await readPublished(version)
      if (!known || known.order < begun.order) known = { ...begun, published }
      return known.published
    } catch (error) {
      const published = servable()
      if (!published) throw error
      // Serves cached pages while the database is down.
      log.error('failed to read posts', error)
      return published
    }
  }

  async function readPublished(version: number): Promise<Published> {
    const [addresses, former, tags] = await Promise.all([
      listPublishedAddresses(db),
      listFormerSlugs(db),
      listTags(db),
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
    const reading = newest?.localChanges === localChanges && ageOf(newest) < READ_EVERY_MS ? newest : start()
    const shown = servable()
    if (reading.isSettled || !shown) return reading.published
    return Promise.race([reading.published, wait(PATIENCE_MS).then(() => shown)])
  }

  return {
    current,
    age: async () => {
      await current()
      return known && Math.max(0, now().getTime() - known.startedAt) / 1000
    },
    isCurrent: (version) => {
      if (!settled || servable()?.version !== version) return false
      if (newest?.isSettled && ageOf(newest) >= READ_AHEAD_MS) start()
      if (ageOf(settled) < READ_EVERY_MS) return true
      return newest !== null && !newest.isSettled && ageOf(newest) >= PATIENCE_MS
    },
    changed: () => {
      localChanges += 1
    },
  }
}

/** Null if no published post has or had this slug. */
export const currentSlug = (
  { updatedAtBySlug, currentSlugByFormer }: Published,
  slug: string,
): string | null => (updatedAtBySlug.has(slug) ? slug : (currentSlugByFormer.get(slug) ?? null))
