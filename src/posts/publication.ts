import { setTimeout } from 'node:timers/promises'
import type { Deps } from '#src/deps.ts'
import { listFormerSlugs, listPublishedAddresses, listTags, readContentVersion, type Tag } from './store.ts'

/** What there is of public posts, without their texts. */
export type Published = {
  /** Another value means that something public has changed. */
  version: number
  /** When each post changed last, by its slug; the newest post first. */
  changes: ReadonlyMap<string, string>
  /** Where a post is now, by each address that it had before. */
  moved: ReadonlyMap<string, string>
  tags: readonly Tag[]
}

export type Publication = {
  /** What is public: another server's change is in it after a second at the latest. */
  current(): Promise<Published>
  /**
   * Whether nothing public has changed since `version`, as far as was read within the last second; reads again in the
   * background. While the database does not answer, what was read last counts.
   */
  isCurrent(version: number): boolean
  /** To be called after each change that this server made, so that it is seen at once. */
  changed(): void
}

const READ_EVERY_MS = 1000
/** While people ask all the time, the next state is read before the last one is too old, so nobody waits for it. */
const READ_AHEAD_MS = 500
/** What is known is shown when the database takes longer than this. */
const PATIENCE_MS = 500

/** A read of the database, and when it began. */
type Reading = { startedAt: number; published: Promise<Published>; isSettled: boolean }

/** Watches, for as long as anyone asks, what the database says is public. */
export function createPublication({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>): Publication {
  /** Null after a change by this server, until the next read begins. */
  let newest: Reading | null = null
  /** The newest one that has ended; null after a change. */
  let settled: Reading | null = null
  let known: Published | null = null

  function start(): Reading {
    const reading: Reading = { startedAt: now().getTime(), published: read(), isSettled: false }
    newest = reading
    const settle = () => {
      reading.isSettled = true
      if (newest === reading) settled = reading
    }
    reading.published.then(settle, settle)
    return reading
  }

  async function read(): Promise<Published> {
    try {
      const version = await readContentVersion(db)
      known = known?.version === version ? known : await readPublished(version)
      return known
    } catch (error) {
      if (!known) throw error
      // What is kept in memory is worth showing while the database does not answer.
      log.error('posts not read', error)
      return known
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
      changes: new Map(addresses.map(({ slug, updatedAt }) => [slug, updatedAt])),
      moved: new Map(former.map(({ from, to }) => [from, to])),
      tags,
    }
  }

  /** A clock that was set back must not keep the old state for as long as it was. */
  const ageOf = ({ startedAt }: Reading) => Math.abs(now().getTime() - startedAt)

  return {
    current: async () => {
      const reading = newest && ageOf(newest) < READ_EVERY_MS ? newest : start()
      const shown = known
      if (reading.isSettled || !settled || !shown) return reading.published
      return Promise.race([reading.published, setTimeout(PATIENCE_MS, shown, { ref: false })])
    },
    isCurrent: (version) => {
      if (!settled || known?.version !== version) return false
      if (newest?.isSettled && ageOf(newest) >= READ_AHEAD_MS) start()
      if (ageOf(settled) < READ_EVERY_MS) return true
      return newest !== null && !newest.isSettled && ageOf(newest) >= PATIENCE_MS
    },
    changed: () => {
      newest = null
      settled = null
    },
  }
}

/** Where the post is that is or was at this address; null when there is none. */
export const currentSlug = ({ changes, moved }: Published, slug: string): string | null =>
  changes.has(slug) ? slug : (moved.get(slug) ?? null)
