import manifest from '../package.json' with { type: 'json' }

export const VERSION = manifest.version

/** How this program names itself to the websites that it reads: with the site it works for, where that is known. */
export const userAgentOf = (siteUrl: string | undefined) =>
  siteUrl === undefined ? `Passwright/${VERSION}` : `Passwright/${VERSION} (+${siteUrl})`
