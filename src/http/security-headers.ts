import { createHash } from 'node:crypto'

/** Sources that a document may use beyond its own origin. */
export type Openings = {
  scripts?: string[]
  styles?: string[]
  images?: string[]
  media?: string[]
  connections?: string[]
  frames?: string[]
}

/**
 * The policy of a document: scripts from this origin and the inline ones whose exact text is given, nothing else.
 * Inline styles stay allowed, as overlays set them; a style can't run code.
 */
export function contentPolicy(inlineScripts: string[], openings: Openings = {}): string {
  const hashes = inlineScripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  const directives: [string, string[]][] = [
    ['default-src', ["'self'"]],
    ['script-src', ["'self'", ...hashes, ...(openings.scripts ?? [])]],
    ['style-src', ["'self'", "'unsafe-inline'", ...(openings.styles ?? [])]],
    ['img-src', ["'self'", 'data:', ...(openings.images ?? [])]],
    ['media-src', ["'self'", ...(openings.media ?? [])]],
    ['connect-src', ["'self'", ...(openings.connections ?? [])]],
    ['font-src', ["'self'"]],
    ['frame-src', openings.frames ?? ["'none'"]],
    ['worker-src', ["'self'"]],
    ['manifest-src', ["'self'"]],
    ['object-src', ["'none'"]],
    ['base-uri', ["'none'"]],
    ['form-action', ["'self'"]],
    ['frame-ancestors', ["'none'"]],
  ]
  return directives.map(([name, sources]) => `${name} ${sources.join(' ')}`).join('; ')
}

/** For answers that are no documents: should one be opened as a page, it may do nothing at all. */
export const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Headers that every answer carries. */
export function securityHeaders(siteUrl: string | undefined): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // Copying and sharing need clipboard-write and web-share: those stay as the browser has them.
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(siteUrl?.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}
