import type { PostPart, PostSummary, ShownPost } from './posts.ts'

/** What a document carries for the browser besides its HTML; the same values render it on both sides. */
export type PageData = {
  /** The site's public origin, such as https://example.com; empty in the admin area where it has the same one. */
  origin: string
  /** The admin area's origin where it is another one. */
  adminOrigin?: string
  siteName: string
  /** What else makes the site its operator's own; absent where nothing does. */
  brand?: Brand
  /** Whether structured data may state the rating. */
  showsRating: boolean
  /** The operator's Google tag, if any. */
  analyticsId: string | null
  /** Whether the operator set an advertisement. */
  hasAd: boolean
  /** Whether visitors may ask if a password is in known leaks. */
  checksBreaches?: boolean
  /** Whether the server's log has a line for each request. */
  logsRequests?: boolean
  /** After how many days messages of visitors are deleted, if ever. */
  messageDays?: number
  /** In the admin area: whether all data is made up and deleted when the server stops. */
  isDemo?: boolean
  /** Whether this is the note that stands in for a page that can't be fetched, whatever the address says. */
  isOfflineNote?: boolean
  /** At once unless it says otherwise. */
  startsOn?: AppStart
  /** What the page shows from the database, so that it need not ask for it. */
  preloaded?: Preloaded
  build: BuildFiles
}

/**
 * When a document loads its app: at once; when a button is about to be pressed; or when its script, which does what the
 * page is for, is first used, and else some time later.
 */
export type AppStart = 'load' | 'press' | 'use'

export type LogoImage = { src: string; width: number; height: number }

export type Brand = {
  /** In place of the mark; a wide one is taken to hold the name as well. `dark` is for the dark theme. */
  logo?: { light: LogoImage; dark?: LogoImage; isWide: boolean }
  /** Who runs the site, and how to reach them. */
  operator?: { name: string; contact?: string }
  /** Shown at the foot of every public page. */
  footerLine?: string
  /** The operator's own pages, in the order of the navigation. */
  pages?: OwnPageLink[]
}

export type OwnPageLink = {
  path: string
  title: string
  about: string
  nav: 'header' | 'footer' | 'none'
  /** Whether search engines are to leave it out. */
  isUnlisted: boolean
}

/** A page that the operator wrote. */
export type OwnPage = OwnPageLink & {
  /** What stands under the title. */
  lead?: string
  /** Its text, marked as those of posts are. */
  content: string
  /** Whether the page works without a network once a visitor was on the site. */
  isKept: boolean
}

/** The same with its text as HTML. */
export type ShownOwnPage = Omit<OwnPage, 'content'> & {
  html: string
  /** What it lists as its contents; empty on a short page. */
  parts: PostPart[]
}

export type Preloaded =
  /** Those that `search` finds, or all of a list. */
  | { kind: 'posts'; posts: PostSummary[]; total: number; search?: string }
  | { kind: 'post' | 'preview'; post: ShownPost }
  | { kind: 'own-page'; page: ShownOwnPage }
  /** There is no such thing at this address. */
  | { kind: 'missing' }

/** Addresses of the built files that a document starts with. */
export type BuildFiles = {
  script: string
  styles: string[]
  /** Modules that the script imports. */
  preloads: string[]
  /** Modules that the script loads later: the app, what it imports and the page's own chunk. */
  later?: string[]
}

/** Where the note stands that is shown instead of a page that can't be fetched. */
export const OFFLINE_NOTE_PATH = '/offline'

/** Documents that run scripts of others, without this site's origin. */
export const AD_FRAME_PATH = '/frames/ad'
export const ANALYTICS_FRAME_PATH = '/frames/analytics'

/** Where the feeds of the blog stand. */
export const RSS_PATH = '/feed.xml'
export const ATOM_PATH = '/atom.xml'

/** A file that browsers keep for visits without a network. */
export type KeptFile = {
  url: string
  /** Names the content; null when the address already does. */
  revision: string | null
  /** Refuses any other content, in the form of the HTML attribute. */
  integrity?: string
}

/** All that is kept together; `release` names exactly this content. */
export type KeptFiles = { release: string; files: KeptFile[] }
