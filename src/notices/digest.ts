import type { NoticeKind } from '#domain/notices.ts'
import type { Notice } from './store.ts'

export type Digest = {
  /** Ids of the first and last notice; stable across retries. */
  id: string
  /** Such as '2 new messages, a backup failed'. */
  title: string
  /** One line per kind; some link to the admin area. */
  lines: { text: string; url: string | null }[]
}

const NAMES_MAX = 5

type Words = { one: string; many: (count: number) => string; path: string }

const WORDS: Record<NoticeKind, Words> = {
  new_message: {
    one: 'a new message',
    many: (count) => `${count} new messages`,
    path: '/admin/dashboard?tab=contacts',
  },
  backup_failed: {
    one: 'a backup failed',
    many: (count) => `${count} backups failed`,
    path: '/admin/dashboard?tab=backups',
  },
  update_failed: {
    one: 'the daily update of a website failed',
    many: (count) => `the daily updates of ${count} websites failed`,
    path: '/admin/website-analyzer',
  },
  update_switched_off: {
    one: 'the daily update of a website was turned off because it kept failing',
    many: (count) => `the daily updates of ${count} websites were turned off because they kept failing`,
    path: '/admin/website-analyzer',
  },
  new_browser: {
    one: 'a sign-in from a new browser',
    many: (count) => `${count} sign-ins from new browsers`,
    path: '/admin/dashboard?tab=users',
  },
  post_not_published: {
    one: 'a scheduled post stayed a draft, because whoever scheduled it has lost their access',
    many: (count) =>
      `${count} scheduled posts stayed drafts, because whoever scheduled them has lost their access`,
    path: '/admin/blog',
  },
}

const isKnown = (kind: string): kind is NoticeKind => Object.hasOwn(WORDS, kind)

/** Contains counts and administrators' usernames, nothing written by visitors. */
export function digestOf(notices: Notice[], adminUrl: string | null): Digest {
  const lines = [...Map.groupBy(notices, ({ kind }) => kind)].flatMap(([kind, some]) => {
    if (!isKnown(kind)) return []
    const { one, many, path } = WORDS[kind]
    const names = [...new Set(some.flatMap(({ subject }) => subject ?? []))]
    const listed = names.slice(0, NAMES_MAX).join(', ')
    const rest = names.length > NAMES_MAX ? ' and others' : ''
    const who = listed === '' ? '' : `: ${listed}${rest}`
    const text = `${some.length === 1 ? one : many(some.length)}${who}`
    return [{ text, url: adminUrl === null ? null : `${adminUrl}${path}` }]
  })
  return {
    id: `${notices[0]?.id ?? 0}-${notices.at(-1)?.id ?? 0}`,
    title: capitalized(lines.map(({ text }) => text).join(', ')),
    lines: lines.map(({ text, url }) => ({ text: capitalized(text), url })),
  }
}

export const testDigest = (adminUrl: string | null): Digest => {
  const url = adminUrl === null ? null : `${adminUrl}/admin/settings`
  return { id: 'test', title: 'A test notice', lines: [{ text: 'Notices arrive here.', url }] }
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
