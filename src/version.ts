import manifest from '../package.json' with { type: 'json' }

export const VERSION = manifest.version

export const userAgentOf = (siteUrl: string | undefined) =>
  siteUrl === undefined ? `Passwright/${VERSION}` : `Passwright/${VERSION} (+${siteUrl})`
