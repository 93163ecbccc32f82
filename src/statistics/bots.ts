import { isbot } from 'isbot'

/** What gives a view away as made by a machine, or by a browser that only prepares for a page nobody may look at. */
export type BotSign = 'agent' | 'no_agent' | 'prefetch'

const PREPARING = /\b(?:prefetch|prerender|preview)\b/i
const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/** Null for what looks like a person. */
export const botSign = (headers: Headers): BotSign | null =>
  isPreparing(headers) ? 'prefetch' : agentSign(headers.get('user-agent'))

/** Whether a browser only prepares for a page that nobody may look at. */
export const isPreparing = (headers: Headers): boolean =>
  PURPOSE_HEADERS.some((name) => {
    const purpose = headers.get(name)
    return purpose !== null && PREPARING.test(purpose)
  })

export function agentSign(given: string | null): 'agent' | 'no_agent' | null {
  const agent = given?.trim()
  if (!agent) return 'no_agent'
  return isbot(agent) ? 'agent' : null
}
