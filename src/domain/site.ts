import type { GeneratorSettings } from './passwords/generator-settings.ts'
import type { PostHeading, PostSummary, ShownPost } from './posts.ts'

/** Embedded in each document, so server and browser render the same. */
export type PageData = {
  /** Public origin, such as https://example.com; empty in the admin area if both share an origin. */
  origin: string
  adminOrigin?: string
  siteName: string
  brand?: Brand
  showsRating: boolean
  analyticsId: string | null
  hasAd: boolean
  checksBreaches?: boolean
  logsRequests?: boolean
  messageDays?: number
  isDemo?: boolean
  /** The operator's, if any. */
  generatorDefaults?: GeneratorSettings
  wordList?: WordListLink
  isOfflineNote?: boolean
  startsOn?: AppStart
  preloaded?: Preloaded
  build: BuildFiles
}

/** 'use' starts when its script is first used, or later when idle. */
export type AppStart = 'load' | 'press' | 'use'

/** The operator's passphrase words, one per line. */
export type WordListLink = { src: string; size: number }

export type LogoImage = { src: string; width: number; height: number }

export type Brand = {
  /** `isWide` logos replace the site's name. `dark` is for the dark theme. */
  logo?: { light: LogoImage; dark?: LogoImage; isWide: boolean }
  operator?: { name: string; contact?: string }
  footerLine?: string
  pages?: CustomPageLink[]
}

export type CustomPageLink = {
  path: string
  title: string
  about: string
  nav: 'header' | 'footer' | 'none'
  isUnlisted: boolean
}

export type CustomPage = CustomPageLink & {
  lead?: string
  content: string
  worksOffline: boolean
}

type ShownCustomPage = Omit<CustomPage, 'content'> & {
  html: string
  /** Table of contents; empty on short pages. */
  parts: PostHeading[]
}

export type Preloaded =
  | { kind: 'posts'; posts: PostSummary[]; total: number; search?: string }
  | { kind: 'post' | 'preview'; post: ShownPost }
  | { kind: 'custom-page'; page: ShownCustomPage }
  | { kind: 'missing' }

export type BuildFiles = {
  script: string
  styles: string[]
  preloads: string[]
  /** Modules that the script loads later: the app, its imports and the page's chunk. */
  later?: string[]
}

export const OFFLINE_NOTE_PATH = '/offline'

/** Sandboxed documents for third-party scripts. */
export const AD_FRAME_PATH = '/frames/ad'
export const ANALYTICS_FRAME_PATH = '/frames/analytics'

export const RSS_PATH = '/feed.xml'
export const ATOM_PATH = '/atom.xml'

/** A file cached for offline visits. */
export type OfflineFile = {
  url: string
  /** Content hash; null when the URL includes one. */
  revision: string | null
  integrity?: string
}

export type OfflineFiles = { release: string; files: OfflineFile[] }
