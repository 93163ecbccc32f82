/** By default, the tag is the first path segment. */
const TAGS: Record<string, string> = {
  login: 'Sign-in',
  logout: 'Sign-in',
  setup: 'Sign-in',
  'ai-prompts': 'AI',
  'ai-provider': 'AI',
  'ai-generate-blog': 'AI',
  'keyword-ideas': 'Competitor keywords',
  track: 'Statistics',
  dashboard: 'Statistics',
  metrics: 'Statistics',
  status: 'Server',
  configuration: 'Server',
  'first-steps': 'Server',
  'openapi.json': 'Server',
}

/** For example, 'Audit' for `/api/admin/audit/csv`. */
export function tagOf(path: string): string {
  const segment = path.split('/')[path.startsWith('/api/admin/') ? 3 : 2] ?? ''
  return TAGS[segment] ?? `${segment.charAt(0).toUpperCase()}${segment.slice(1).replaceAll('-', ' ')}`
}

export const describeTags = (names: string[]): { name: string }[] =>
  [...new Set(names)].sort((a, b) => a.localeCompare(b, 'en')).map((name) => ({ name }))
