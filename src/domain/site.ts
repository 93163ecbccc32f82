/** What a document carries for the browser besides its HTML; the same values render it on both sides. */
export type PageData = {
  /** The site's public origin, such as https://example.com. */
  origin: string
  siteName: string
  /** Whether structured data may state the rating. */
  showsRating: boolean
  /** Google tag to load, if the operator named one. */
  analyticsId: string | null
  /** The operator's HTML for the ad place, if any. */
  adHtml: string | null
  build: BuildFiles
}

/** Addresses of the built files that a document starts with. */
export type BuildFiles = {
  script: string
  styles: string[]
  /** Modules to fetch early: what the script imports and the page's own chunk. */
  preloads: string[]
}
