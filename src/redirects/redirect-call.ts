import { RSS_PATH } from '#domain/site.ts'
import type { Database } from '#src/db/database.ts'
import type { Call } from '#src/http/call.ts'
import { permanentRedirect } from '#src/http/redirects.ts'
import { findTarget } from './store.ts'

/** Where other programs have their feeds, and where readers guess that there is one. */
const USUAL_FEEDS = /^\/(?:feed\/?|rss(?:\/|\.xml)?)$/i

/** For paths without a page; null if there is no redirect. Not cached, because administrators change redirects. */
export async function redirectCall(db: Database, { url }: Call): Promise<Response | null> {
  const target = (await findTarget(db, url)) ?? (USUAL_FEEDS.test(url.pathname) ? RSS_PATH : null)
  return target === null ? null : permanentRedirect(target, 'no-cache')
}

/** WordPress's addresses of posts and feeds by number and name, such as /?p=12. */
export const hasWordPressQuery = ({ url }: Call) => /^\?(?:p|page_id|feed)=[\w-]{1,40}$/.test(url.search)
