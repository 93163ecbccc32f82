import { isbot } from 'isbot'

/** What gives a view away as made by a machine, or by a browser that only prepares for a page nobody may look at. */
export type BotSign = 'agent' | 'no_agent' | 'prefetch'

const PREPARING = /\b(?:prefetch|prerender|preview)\b/i
const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/** Null for what looks like a person. */
export function botSign(headers: Headers): BotSign | null {
  if (PURPOSE_HEADERS.some((name) => PREPARING.test(headers.get(name) ?? ''))) return 'prefetch'
  const agent = headers.get('user-agent')?.trim()
  if (!agent) return 'no_agent'
  return isbot(agent) ? 'agent' : null
}
