import { expect, test } from 'bun:test'
import { structuredData } from './structured-data.ts'

const page = {
  origin: 'https://example.com',
  siteName: 'Passwright',
  showsRating: true,
  analyticsId: null,
  hasAd: false,
  build: { script: '', styles: [], preloads: [] },
}

test('the home page’s structured data describe a free web application with its rating', () => {
  expect(structuredData(page, 'About it')).toContainEqual(
    expect.objectContaining({
      '@type': 'WebApplication',
      name: 'Passwright',
      url: 'https://example.com/',
      description: 'About it',
      offers: { '@type': 'Offer', price: 0, priceCurrency: 'USD' },
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.9, ratingCount: 1247 },
    }),
  )
})

test('without a rating, the structured data omit it completely', () => {
  expect(JSON.stringify(structuredData({ ...page, showsRating: false }, 'About it'))).not.toMatch(
    /aggregateRating|ratingValue/i,
  )
})
