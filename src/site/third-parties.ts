import { readFile } from 'node:fs/promises'
import { type HTMLElement, parse } from 'node-html-parser'
import { StartError } from '#src/errors.ts'
import type { Openings } from '#src/http/security-headers.ts'

/** What the document of the advertisement may use, and the exact text of each inline script in it. */
type AdNeeds = { openings: Openings; inlineScripts: string[] }

type Kind = keyof Openings

/** An origin, as a policy names it, and what the document may use of it. */
type Grant = { origin: string; opens: Kind[] }

/** A script that may run may as well ask the place it came from for data, pictures and frames: most need to. */
const WHATEVER_A_SCRIPT_ASKS: Kind[] = ['scripts', 'connections', 'images', 'frames']

/** Where HTML names other origins. A preconnect names one that a script is going to ask. */
const SOURCES: { selector: string; attribute: string; opens: Kind[] }[] = [
  { selector: 'script[src]', attribute: 'src', opens: WHATEVER_A_SCRIPT_ASKS },
  { selector: 'link[rel=preconnect]', attribute: 'href', opens: WHATEVER_A_SCRIPT_ASKS },
  { selector: 'link[rel=stylesheet]', attribute: 'href', opens: ['styles'] },
  { selector: 'iframe[src]', attribute: 'src', opens: ['frames'] },
  { selector: 'img[src]', attribute: 'src', opens: ['images'] },
  { selector: 'img[srcset], source[srcset]', attribute: 'srcset', opens: ['images'] },
  { selector: 'video[poster]', attribute: 'poster', opens: ['images'] },
  { selector: 'video[src], audio[src], source[src]', attribute: 'src', opens: ['media'] },
]

/** https://developers.google.com/tag-platform/security/guides/csp */
export const GOOGLE_TAG: Openings = {
  scripts: ['https://*.googletagmanager.com'],
  images: ['https://*.googletagmanager.com', 'https://*.google-analytics.com'],
  connections: [
    'https://*.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
  ],
}

/** The operator's HTML for the ad place; null when the file is empty. Throws StartError when it can't be read. */
export async function readAdHtml(file: string): Promise<string | null> {
  try {
    // A browser's parser reads every line end as LF, and the policy counts the characters of a script as read.
    const html = (await readFile(file, 'utf8')).replaceAll(/\r\n?/g, '\n').trim()
    return html === '' ? null : html
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    throw new StartError(`The file for the ad place, ${file}, can't be read.`, { cause: error })
  }
}

/** What an advertisement needs, by what its HTML names, and no more. */
export function needsOf(adHtml: string): AdNeeds {
  const ad = parse(adHtml)
  const openings: Openings = {}
  for (const { origin, opens } of grantsOf(ad)) {
    for (const kind of opens) openings[kind] = [...new Set([...(openings[kind] ?? []), origin])]
  }
  return { openings, inlineScripts: ad.querySelectorAll('script:not([src])').map(({ rawText }) => rawText) }
}

const grantsOf = (ad: HTMLElement): Grant[] =>
  SOURCES.flatMap(({ selector, attribute, opens }) =>
    ad
      .querySelectorAll(selector)
      .flatMap((element) => addressesIn(attribute, element.getAttribute(attribute) ?? ''))
      .flatMap((address) => {
        const origin = originOf(address)
        // A script of our own files may run; that is no reason to let it call our API.
        return origin === OURS ? [{ origin, opens: opens.slice(0, 1) }] : origin ? [{ origin, opens }] : []
      }),
  )

/** A srcset lists several addresses, each followed by the width or density that it is for. */
const addressesIn = (attribute: string, value: string): string[] =>
  attribute === 'srcset'
    ? value.split(/,\s+/).map((candidate) => candidate.trim().split(/\s+/)[0] ?? '')
    : [value]

const OURS = "'self'"

/**
 * The origin of an address, as a policy names it; null for what has none. An address without a scheme counts as http,
 * which in a policy means https as well. A host that isn't plain letters could say more than a host in the policy.
 */
function originOf(address: string): string | null {
  const here = 'http://here.invalid'
  const origin = address.trim() === '' ? undefined : URL.parse(address.trim(), here)?.origin
  if (origin === here) return OURS
  return origin && /^https?:\/\/[a-z\d.-]+(?::\d+)?$/.test(origin) ? origin : null
}
