import { isbot } from 'isbot'
import type { BotSignal } from '#domain/statistics.ts'
import { memoize } from '#src/lib/memoize.ts'

/** What trains AI models or fetches pages for their answers. https://darkvisitors.com/agents */
const AI_CRAWLER =
  /gptbot|chatgpt-user|oai-searchbot|claude(?:bot|-user|-searchbot|-web)|anthropic-ai|perplexity(?:bot|-user)|ccbot|google-(?:extended|cloudvertexbot|notebooklm)|googleother|gemini-deep-research|bytespider|tiktokspider|amazonbot|bedrockbot|applebot-extended|meta-external(?:agent|fetcher)|facebookbot|cohere-(?:ai|training)|diffbot|mistralai-user|duckassistbot|youbot|timpibot|imagesiftbot|omgili|ai2bot|deepseekbot|pangubot|kangaroo bot|iaskspider|petalbot|novaact|devin|firecrawl/i

const PREFETCH = /\b(?:prefetch|prerender|preview)\b/i
const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/** Clients can invent agents: long ones aren't cached. */
const CACHED_LENGTH_MAX = 512
const CACHED_MAX = 1_000

export const botSignal = (headers: Headers): BotSignal | null =>
  isPrefetch(headers) ? 'prefetch' : agentSignal(headers.get('user-agent'))

export const isPrefetch = (headers: Headers): boolean =>
  PURPOSE_HEADERS.some((name) => {
    const purpose = headers.get(name)
    return purpose !== null && PREFETCH.test(purpose)
  })

export function agentSignal(given: string | null): Exclude<BotSignal, 'prefetch'> | null {
  const agent = given?.trim()
  if (!agent) return 'no_agent'
  const isShort = agent.length <= CACHED_LENGTH_MAX
  const kind = isShort ? knownKind(agent) : kindOf(agent)
  return kind === 'browser' ? null : kind
}

function kindOf(agent: string): 'ai_crawler' | 'agent' | 'browser' {
  if (AI_CRAWLER.test(agent)) return 'ai_crawler'
  return isbot(agent) ? 'agent' : 'browser'
}

const knownKind = memoize(CACHED_MAX, kindOf)
