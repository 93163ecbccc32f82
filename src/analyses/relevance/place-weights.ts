import type { Place } from './document.ts'

/**
 * The weight of one occurrence, relative to the body. Published field weights (BM25F and variants) agree on the order.
 * The values reflect the purpose of each text:
 * - title, h1: summarize the page, so one mention counts as much as four in the body.
 * - description, url: written for search results, and often stale or shared between pages.
 * - h2, h3: name the topic of a section.
 * - alt: describes an image, which may be decoration.
 * - anchor: names another page.
 */
export const PLACE_WEIGHTS: Record<Place, number> = {
  title: 4,
  h1: 4,
  description: 2.5,
  url: 2.5,
  h2: 2,
  h3: 1.5,
  body: 1,
  alt: 0.8,
  anchor: 0.5,
}
