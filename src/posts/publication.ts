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
  /** To be called after each change that this server made, so that it is seen at once. */
  changed(): void
}

const READ_EVERY_MS = 1000

/** Watches, for as long as anyone asks, what the database says is public. */
export function createPublication({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>): Publication {
  let reading: Promise<Published> | null = null
  let readAt = Number.NEGATIVE_INFINITY
  let known: Published | null = null

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

  return {
    current: () => {
      const time = now().getTime()
      // A clock that was set back must not keep the old state for as long as it was.
      if (!reading || Math.abs(time - readAt) >= READ_EVERY_MS) {
        readAt = time
        reading = read()
      }
      return reading
    },
    changed: () => {
      reading = null
    },
  }
}

/** Where the post is that is or was at this address; null when there is none. */
export const currentSlug = ({ changes, moved }: Published, slug: string): string | null =>
  changes.has(slug) ? slug : (moved.get(slug) ?? null)
