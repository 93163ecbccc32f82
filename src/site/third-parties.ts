import { readFile } from 'node:fs/promises'
import type { HTMLElement } from 'node-html-parser'
import { StartError } from '#src/errors.ts'
import type { Openings } from '#src/http/security-headers.ts'

/** What the content security policy must allow. */
type AdNeeds = { sources: Openings; inlineScripts: string[] }

type Kind = keyof Openings

type Grant = { origin: string; kinds: Kind[] }

/** Ad scripts usually also load data, images and frames from their origin. */
const SCRIPT_RESOURCES: Kind[] = ['scripts', 'connections', 'images', 'frames']

/** A preconnect names an origin that a script will use. */
const SOURCES: { selector: string; attribute: string; kinds: Kind[] }[] = [
  { selector: 'script[src]', attribute: 'src', kinds: SCRIPT_RESOURCES },
  { selector: 'link[rel=preconnect]', attribute: 'href', kinds: SCRIPT_RESOURCES },
  { selector: 'link[rel=stylesheet]', attribute: 'href', kinds: ['styles'] },
  { selector: 'iframe[src]', attribute: 'src', kinds: ['frames'] },
  { selector: 'img[src]', attribute: 'src', kinds: ['images'] },
  { selector: 'img[srcset], source[srcset]', attribute: 'srcset', kinds: ['images'] },
  { selector: 'video[poster]', attribute: 'poster', kinds: ['images'] },
  { selector: 'video[src], audio[src], source[src]', attribute: 'src', kinds: ['media'] },
]

/** See https://developers.google.com/tag-platform/security/guides/csp. */
export const GOOGLE_TAG: Openings = {
  scripts: ['https://*.googletagmanager.com'],
  images: ['https://*.googletagmanager.com', 'https://*.google-analytics.com'],
  connections: [
    'https://*.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
  ],
}

/** Returns null if the file is empty. Throws StartError if it can't be read. */
export async function readAdHtml(file: string): Promise<string | null> {
  try {
    // HTML parsers normalize line breaks, and the policy has hashes of the parsed scripts.
    const html = (await readFile(file, 'utf8')).replaceAll(/\r\n?/g, '\n').trim()
    return html === '' ? null : html
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    throw new StartError(`The ad file ${file} can't be read.`, { cause: error })
  }
}

export async function policyNeedsOf(adHtml: string): Promise<AdNeeds> {
  const { parse } = await import('node-html-parser')
  const ad = parse(adHtml)
  const sources: Openings = {}
  for (const { origin, kinds } of grantsOf(ad)) {
    for (const kind of kinds) sources[kind] = [...new Set([...(sources[kind] ?? []), origin])]
  }
  return { sources, inlineScripts: ad.querySelectorAll('script:not([src])').map(({ rawText }) => rawText) }
}

const grantsOf = (ad: HTMLElement): Grant[] =>
  SOURCES.flatMap(({ selector, attribute, kinds }) =>
    ad
      .querySelectorAll(selector)
      .flatMap((element) => addressesIn(attribute, element.getAttribute(attribute) ?? ''))
      .flatMap((address) => {
        const origin = originOf(address)
        // Scripts of this site may run, but not call its API.
        return origin === OWN_ORIGIN
          ? [{ origin, kinds: kinds.slice(0, 1) }]
          : origin
            ? [{ origin, kinds }]
            : []
      }),
  )

/** A srcset is a list of addresses, each with a width or density. */
const addressesIn = (attribute: string, value: string): string[] =>
  attribute === 'srcset'
    ? value.split(/,\s+/).map((candidate) => candidate.trim().split(/\s+/)[0] ?? '')
    : [value]

const OWN_ORIGIN = "'self'"

/** Returns null without an origin. Accepts only plain hosts, because others could inject policy directives. */
function originOf(address: string): string | null {
  const base = 'http://here.invalid'
  const origin = address.trim() === '' ? undefined : URL.parse(address.trim(), base)?.origin
  if (origin === base) return OWN_ORIGIN
  return origin && /^https?:\/\/[a-z\d.-]+(?::\d+)?$/.test(origin) ? origin : null
}
