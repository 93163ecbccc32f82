import { createHash } from 'node:crypto'

export type Openings = {
  scripts?: string[]
  styles?: string[]
  images?: string[]
  media?: string[]
  connections?: string[]
  frames?: string[]
}

const sourcesOf = (inlineScripts: string[]) =>
  inlineScripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)

const policyOf = (directives: [name: string, sources: string[]][]) =>
  directives.map(([name, sources]) => [name, ...sources].join(' ')).join('; ')

/** Inline styles are allowed because overlays set them; styles can't run code. */
export function contentPolicy(inlineScripts: string[], hasFrames = false): string {
  return policyOf([
    ['default-src', ["'self'"]],
    ['script-src', ["'self'", ...sourcesOf(inlineScripts)]],
    ['style-src', ["'self'", "'unsafe-inline'"]],
    ['img-src', ["'self'", 'data:']],
    ['media-src', ["'self'"]],
    ['connect-src', ["'self'"]],
    ['font-src', ["'self'"]],
    ['frame-src', [hasFrames ? "'self'" : "'none'"]],
    ['worker-src', ["'self'"]],
    ['manifest-src', ["'self'"]],
    ['object-src', ["'none'"]],
    ['base-uri', ["'none'"]],
    ['form-action', ["'self'"]],
    ['frame-ancestors', ["'none'"]],
  ])
}

/** For third-party HTML in a frame: sandboxed without our origin, even when opened directly. */
export function framePolicy(sandbox: string[], inlineScripts: string[], openings: Openings): string {
  const { scripts = [], styles = [], images = [], media = [], connections = [], frames = [] } = openings
  const orNone = (sources: string[]) => (sources.length > 0 ? sources : ["'none'"])
  return policyOf([
    ['sandbox', sandbox],
    ['default-src', ["'none'"]],
    ['script-src', [...sourcesOf(inlineScripts), ...scripts]],
    ['style-src', ["'unsafe-inline'", ...styles]],
    ['img-src', ['data:', ...images]],
    ['media-src', orNone(media)],
    ['connect-src', orNone(connections)],
    ['frame-src', orNone(frames)],
    ['base-uri', ["'none'"]],
    ['form-action', ["'none'"]],
    ['frame-ancestors', ["'self'"]],
  ])
}

export const CLOSED_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const YEAR_SECONDS = 31_536_000

type Site = { siteUrl?: string | undefined; hstsSubdomains: 'on' | 'off' }

export function securityHeaders({ siteUrl, hstsSubdomains }: Site): Record<string, string> {
  const scope = hstsSubdomains === 'on' ? '; includeSubDomains' : ''
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // Copying and sharing need clipboard-write and web-share.
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(siteUrl?.startsWith('https:')
      ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}${scope}` }
      : {}),
  }
}
