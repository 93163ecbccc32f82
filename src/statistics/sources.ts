import { OTHER_SOURCE, type SourceGroup } from '#domain/statistics.ts'

export type Source = { group: SourceGroup; name: string }

const KNOWN: Record<'search' | 'ai' | 'social', Record<string, string>> = {
  search: {
    Google: 'com.google.android.googlequicksearchbox',
    Bing: 'bing.com',
    DuckDuckGo: 'duckduckgo.com',
    Yahoo: 'search.yahoo.com search.yahoo.co.jp',
    Ecosia: 'ecosia.org',
    Brave: 'search.brave.com',
    Startpage: 'startpage.com',
    Qwant: 'qwant.com',
    Yandex: 'yandex.ru yandex.com ya.ru',
    Baidu: 'baidu.com',
    Kagi: 'kagi.com',
    Mojeek: 'mojeek.com',
    Naver: 'search.naver.com',
    Seznam: 'search.seznam.cz',
    Sogou: 'sogou.com',
    Swisscows: 'swisscows.com',
    MetaGer: 'metager.de metager.org',
  },
  ai: {
    ChatGPT: 'chatgpt.com chat.openai.com com.openai.chatgpt',
    Claude: 'claude.ai com.anthropic.claude',
    Perplexity: 'perplexity.ai',
    Gemini: 'gemini.google.com',
    Copilot: 'copilot.microsoft.com copilot.com edgeservices.bing.com',
    DeepSeek: 'deepseek.com',
    Mistral: 'chat.mistral.ai',
    Grok: 'grok.com',
    'Meta AI': 'meta.ai',
    Kimi: 'kimi.com kimi.moonshot.cn',
    Qwen: 'chat.qwen.ai',
    Poe: 'poe.com',
    You: 'you.com',
    Phind: 'phind.com',
    'Duck.ai': 'duck.ai',
  },
  social: {
    Facebook: 'facebook.com fb.com fb.me com.facebook.katana',
    Instagram: 'instagram.com',
    X: 'x.com twitter.com t.co com.twitter.android',
    Reddit: 'reddit.com com.reddit.frontpage',
    LinkedIn: 'linkedin.com lnkd.in com.linkedin.android',
    YouTube: 'youtube.com youtu.be',
    'Hacker News': 'news.ycombinator.com',
    Lobsters: 'lobste.rs',
    Mastodon: 'mastodon.social mastodon.online fosstodon.org org.joinmastodon.android',
    Bluesky: 'bsky.app',
    Threads: 'threads.net threads.com',
    Pinterest: 'pinterest.com',
    TikTok: 'tiktok.com',
    Telegram: 't.me telegram.org org.telegram.messenger',
    WhatsApp: 'whatsapp.com com.whatsapp',
    Discord: 'discord.com',
    Quora: 'quora.com',
    Tumblr: 'tumblr.com',
    VK: 'vk.com',
    Weibo: 'weibo.com',
    XING: 'xing.com',
  },
}

const SEARCH: Source = { group: 'search', name: 'Google' }

const BY_DOMAIN = new Map<string, Source>(
  (['search', 'ai', 'social'] as const).flatMap((group) =>
    Object.entries(KNOWN[group]).flatMap(([name, domains]) =>
      domains.split(' ').map((domain): [string, Source] => [domain, { group, name }]),
    ),
  ),
)

/** Its search has a domain in each country; its other hosts, such as mail, aren't search. */
const GOOGLE = /^google\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/

/** Names that everyone can look up: internal ones may say where someone works, or lives. */
const PUBLIC_HOST =
  /^(?=.{4,100}$)[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?!(?:local|lan|home|internal|intranet|corp|arpa|test|localhost|onion|ts|box)$)(?:[a-z]{2,24}|xn--[a-z0-9-]{2,59})$/

/** Of all names; the loop below takes time with the square of the length. */
const HOST_MAX = 253

function known(host: string): Source | null {
  if (host.length > HOST_MAX) return null
  for (let rest = host; rest !== ''; rest = rest.slice(rest.indexOf('.') + 1)) {
    const source = BY_DOMAIN.get(rest)
    if (source) return source
    if (!rest.includes('.')) break
  }
  return GOOGLE.test(host) ? SEARCH : null
}

const withoutPrefix = (host: string) => host.replace(/^(?:www|m|mobile|amp)\./, '')

/** By the referring host; everything else about the address is dropped. */
function sourceOfHost(host: string): Source {
  const name = withoutPrefix(host)
  return known(name) ?? { group: 'site', name: PUBLIC_HOST.test(name) ? name : OTHER_SOURCE }
}

/** Letters, digits and a few signs, without what looks like an address or a number of a person. */
const CAMPAIGN = /^(?!.*\d{9})(?!.*[0-9a-f]{8}-[0-9a-f]{4})[\p{L}\p{M}\d][\p{L}\p{M}\d ._+-]{0,39}$/u

const readCampaign = (text: string | null): string | null => {
  const name = text?.trim().toLowerCase() ?? ''
  return CAMPAIGN.test(name) ? name : null
}

/** Where a document's request came from. Null parts: from this site itself, or no campaign. */
export function readSource(
  { url, headers }: Request,
  siteHost: string | undefined,
): { source: Source | null; campaign: string | null } {
  const at = url.indexOf('?')
  const query = at > 0 && url.includes('utm_', at) ? new URLSearchParams(url.slice(at)) : null
  const campaign = readCampaign(query?.get('utm_campaign') ?? null)
  const referrer = headers.get('referer')
  const host = referrer ? URL.parse(referrer)?.hostname : undefined
  if (!host) {
    if (headers.get('sec-fetch-site') === 'same-origin') return { source: null, campaign }
    // Assistants' and networks' apps send no referrer, but mark their links.
    const marked = known(withoutPrefix(query?.get('utm_source')?.toLowerCase() ?? ''))
    return { source: marked ?? DIRECT, campaign }
  }
  const own = [siteHost, headers.get('host')?.replace(/:\d+$/, '')]
  const isOwn = own.some((name) => name !== undefined && withoutPrefix(name) === withoutPrefix(host))
  return { source: isOwn ? null : sourceOfHost(host), campaign }
}

const DIRECT: Source = { group: 'direct', name: '' }

/** How it is stored, such as 'search Google' or 'site example.org'. */
export const sourceDetail = ({ group, name }: Source): string => `${group} ${name}`

type Counted = { value: string; count: number }

/** Of 32 bits; many more than a site has referring hosts on a day. */
const CELLS = 16_384

/**
 * Bounds the different values of each day, which clients can invent: of more than `max`, those from the most different
 * networks are kept. `rest` counts the others, and takes over the count of a value that is replaced, so sums stay right.
 * A bitmap per value approximates its number of networks, up to 32; others share cells of a fixed table.
 */
export function createDistinctValues(max: number, rest: string) {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
  let today = ''
  /** No value has fewer networks; bitmaps only grow. */
  let least = 0
  const kept = new Map<string, { networks: number; count: number }>()
  const cells = new Uint32Array(CELLS)

  function fewestNetworks(): [string, number] {
    let fewest: [string, number] = ['', 33]
    for (const [value, { networks }] of kept) {
      const number = bitsIn(networks)
      if (number < fewest[1]) fewest = [value, number]
    }
    return fewest
  }

  return (day: string, { value, count }: Counted, network: string): Counted[] => {
    if (day !== today) {
      kept.clear()
      cells.fill(0)
      least = 0
    }
    today = day
    const bit = 1 << (Bun.hash.xxHash32(network, seed) & 31)
    const known = kept.get(value)
    if (known) {
      known.networks |= bit
      known.count += count
      return [{ value, count }]
    }
    const cell = Bun.hash.xxHash32(value, seed) % CELLS
    const networks = (cells[cell] ?? 0) | bit
    if (kept.size < max) {
      kept.set(value, { networks, count })
      return [{ value, count }]
    }
    cells[cell] = networks
    const ownNumber = bitsIn(networks)
    if (ownNumber <= least) return [{ value: rest, count }]
    const [fewest, number] = fewestNetworks()
    least = number
    if (ownNumber <= number) return [{ value: rest, count }]
    const moved = kept.get(fewest)?.count ?? 0
    kept.delete(fewest)
    kept.set(value, { networks, count })
    return [
      { value, count },
      { value: fewest, count: -moved },
      { value: rest, count: moved },
    ]
  }
}

function bitsIn(mask: number): number {
  let bits = 0
  for (let left = mask; left !== 0; left &= left - 1) bits++
  return bits
}
