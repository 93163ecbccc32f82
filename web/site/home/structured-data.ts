import type { PageData } from '#domain/site.ts'
import { organization, webSite } from '#web/lib/structured-data.ts'

/** schema.org data about the product and its publisher. */
export function structuredData({ origin, siteName, showsRating }: PageData, description: string): object[] {
  const rating = { '@type': 'AggregateRating', ratingValue: 4.9, ratingCount: 1247 }
  return [
    {
      '@type': 'WebApplication',
      name: siteName,
      url: `${origin}/`,
      description,
      applicationCategory: 'SecurityApplication',
      operatingSystem: 'Any',
      browserRequirements: 'Requires JavaScript',
      offers: { '@type': 'Offer', price: 0, priceCurrency: 'USD' },
      ...(showsRating ? { aggregateRating: rating } : {}),
    },
    organization({ origin, siteName }),
    webSite({ origin, siteName }),
  ]
}
