import type { Place } from './document.ts'

/**
 * What one occurrence in a place counts for, when one in the body counts for 1. Search engines' published field weights
 * (BM25F and its relatives) agree on the order; the sizes follow from who wrote the words there, and for whom:
 *
 * - title, h1: the author's own one-line answer to what the page is about; four mentions in the body are no stronger.
 * - description, url: written to sum the page up for a search result; often stale or shared between pages.
 * - h2, h3: what a section is about, and a part of a section.
 * - alt: describes a picture, which may be decoration.
 * - anchor: names another page rather than this one.
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
