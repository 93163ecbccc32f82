import manifest from '../package.json' with { type: 'json' }

export const VERSION = manifest.version

/** Of minisign; signs SHA256SUMS of every release. */
export const RELEASE_KEY = 'RWRZLbl2uCc9S1I2lvarf4+RxqkCN+NCNE6M6QIlevvZ1R+rmfThtwvg'

export const userAgentOf = (siteUrl: string | undefined) =>
  siteUrl === undefined ? `Passwright/${VERSION}` : `Passwright/${VERSION} (+${siteUrl})`
