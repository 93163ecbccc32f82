import { isbot } from 'isbot'

/** Why a request doesn't count as a page view. */
export type BotSignal = 'agent' | 'no_agent' | 'prefetch'

const PREFETCH = /\b(?:prefetch|prerender|preview)\b/i
const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

export const botSignal = (headers: Headers): BotSignal | null =>
  isPrefetch(headers) ? 'prefetch' : agentSignal(headers.get('user-agent'))

export const isPrefetch = (headers: Headers): boolean =>
  PURPOSE_HEADERS.some((name) => {
    const purpose = headers.get(name)
    return purpose !== null && PREFETCH.test(purpose)
  })

export function agentSignal(given: string | null): 'agent' | 'no_agent' | null {
  const agent = given?.trim()
  if (!agent) return 'no_agent'
  return isbot(agent) ? 'agent' : null
}
