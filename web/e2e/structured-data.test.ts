import { expect, test } from 'bun:test'
import * as z from 'zod/mini'
import { fixedPaths } from '#web/site-pages.ts'
import { callApi, startSetUp } from './administration.ts'
import { responds, share } from './harness.ts'

const shared = share(startSetUp, responds)

const text = z.string().check(z.minLength(1))
const address = z.url({ protocol: /^https?$/ })
const reference = z.object({ '@id': address })

/** Fields that search engines require for each type. */
const TYPES: Record<string, z.ZodMiniType> = {
  BlogPosting: z.object({
    headline: text.check(z.maxLength(200)),
    description: text,
    datePublished: z.iso.datetime(),
    dateModified: z.iso.datetime(),
    mainEntityOfPage: address,
    url: address,
    image: z.object({
      '@type': z.literal('ImageObject'),
      url: address,
      width: z.number().check(z.positive()),
      height: z.number().check(z.positive()),
    }),
    author: z.object({ '@type': z.literal('Organization'), name: text, url: address }),
    publisher: z.object({ '@type': z.literal('Organization'), name: text, url: address }),
    keywords: z.optional(z.array(text)),
    wordCount: z.number().check(z.positive()),
    isPartOf: reference,
  }),
  Blog: z.object({
    '@id': address,
    name: text,
    description: text,
    url: address,
    inLanguage: z.literal('en'),
    publisher: z.object({ '@type': z.literal('Organization'), name: text, url: address }),
  }),
  BreadcrumbList: z.object({
    itemListElement: z
      .array(
        z.object({
          '@type': z.literal('ListItem'),
          position: z.number(),
          name: text,
          item: address,
        }),
      )
      .check(
        z.minLength(2),
        z.refine((items) => items.every(({ position }, index) => position === index + 1), 'counts from 1'),
      ),
  }),
  FAQPage: z.object({
    mainEntity: z
      .array(
        z.object({
          '@type': z.literal('Question'),
          name: text,
          acceptedAnswer: z.object({ '@type': z.literal('Answer'), text }),
        }),
      )
      .check(z.length(8)),
  }),
  Organization: z.object({
    name: text,
    url: address,
    logo: z.union([address, z.object({ '@type': z.literal('ImageObject'), url: address })]),
  }),
  WebSite: z.object({ name: text, url: address, publisher: z.optional(reference) }),
  WebApplication: z.object({
    name: text,
    url: address,
    applicationCategory: text,
    operatingSystem: text,
    offers: z.object({
      '@type': z.literal('Offer'),
      price: z.union([z.literal(0), z.literal('0')]),
      priceCurrency: z.literal('USD'),
    }),
    aggregateRating: z.optional(
      z.object({
        '@type': z.literal('AggregateRating'),
        ratingValue: z.pipe(z.coerce.number(), z.literal(4.9)),
        ratingCount: z.pipe(z.coerce.number(), z.literal(1247)),
      }),
    ),
  }),
}

const Block = z.looseObject({ '@context': z.literal('https://schema.org'), '@type': text })

test('the structured data of every page has the required properties', async () => {
  const server = await shared()
  const faults: string[] = []
  for (const path of fixedPaths) {
    for (const block of await structuredData(server.url + path)) {
      const type = TYPES[block['@type']]
      const problem = type ? type.safeParse(block).error : `no type known as ${block['@type']}`
      if (problem) faults.push(`${path} ${block['@type']}: ${problem}`)
    }
  }
  expect(faults).toEqual([])
})

test('a post’s structured data describe the post and its breadcrumbs', async () => {
  const server = await shared()
  const post = { title: '</script><b>', content: 'x', slug: 'a-post', status: 'published', tags: ['Keys'] }
  await callApi(server, 'POST', '/api/admin/blog/posts', post, server.login.token)
  const blocks = await structuredData(`${server.url}/blog/a-post`)
  expect(blocks.map((block) => block['@type']).sort()).toEqual(['BlogPosting', 'BreadcrumbList'])
  for (const block of blocks) expect(TYPES[block['@type']]?.safeParse(block).error).toBeUndefined()
  expect(blocks.find((block) => block['@type'] === 'BlogPosting')).toMatchObject({
    headline: '</script><b>',
    keywords: ['Keys'],
  })
})

test.each(['/about', '/faq', '/privacy', '/security-tips', '/accessibility', '/contact', '/sitemap'])(
  '%s has breadcrumbs as structured data',
  async (path) => {
    const { url } = await shared()
    const blocks = await structuredData(url + path)
    const trail = blocks.filter((block) => block['@type'] === 'BreadcrumbList')
    expect(trail).toMatchObject([{ itemListElement: [{ item: `${url}/` }, { item: url + path }] }])
  },
)

test('the FAQ’s structured data match the answers on the page', async () => {
  const server = await shared()
  const html = await (await fetch(`${server.url}/faq`)).text()
  const blocks = await structuredData(`${server.url}/faq`)
  const faq = TYPES.FAQPage?.parse(blocks.find((block) => block['@type'] === 'FAQPage'))
  const shown = html.replace(/<script.*?<\/script>/gs, '').replace(/<[^>]*>/g, ' ')
  for (const { name, acceptedAnswer } of z
    .object({ mainEntity: z.array(z.object({ name: text, acceptedAnswer: z.object({ text }) })) })
    .parse(faq).mainEntity) {
    expect(plain(shown)).toContain(plain(name))
    expect(plain(shown)).toContain(plain(acceptedAnswer.text))
  }
})

async function structuredData(url: string) {
  const html = await (await fetch(url)).text()
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) =>
    Block.parse(JSON.parse(json)),
  )
}

const plain = (text: string) => text.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replace(/\s+/g, ' ')
