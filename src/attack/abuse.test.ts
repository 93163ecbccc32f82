import { heapStats } from 'bun:jsc'
import { expect, test } from 'bun:test'
import { createDatabase } from '#src/db/database.ts'
import { printFigures, shortOrLong } from '#src/testing/attack.ts'
import { ASSERTION } from '#src/testing/credentials.ts'
import { slownessOf, workMs } from '#src/testing/fixed-work.ts'
import { makePublished } from '#src/testing/make-post.ts'
import { filledImage, openImage } from '#src/testing/migrated-database.ts'
import { testApp } from '#src/testing/test-app.ts'

/** The most that a byte may cost the server: processor time on the machine of WORK_MS, and bytes. */
type Bounds = { microseconds: number; bytesOut: number; bytesHeld: number }

type Attack = Bounds & {
  /** Of the request with this number: different ones, so that caches don't help. */
  path: (number: number) => string
  /** Sent as JSON, by POST. */
  body?: (number: number) => unknown
}

const REQUESTS = shortOrLong(40, 1_000)
/** Compilers and the collector of garbage spend processor time on a round by chance; what a request costs, they all cost. */
const ROUNDS_MAX = 5
/** Fewer of those that may cost much. */
const timesOf = ({ microseconds }: Bounds) => (microseconds > 100 ? REQUESTS / 4 : REQUESTS)
/** 'GET / HTTP/1.1', 'Host: host-1.test' and three line breaks. */
const HEAD_BYTES = 40
const POSTS = shortOrLong(100, 300)
const POST_BYTES = shortOrLong(20_000, 400_000)

const LONG = 'é'.repeat(100)
const WORDS = 'length password manager phrase'
const PASSWORD = '🦉'.repeat(128)

const PAGE: Bounds = { microseconds: 25, bytesOut: 250, bytesHeld: 1_500 }
/** With texts of posts. */
const LIST: Bounds = { microseconds: 40, bytesOut: 900, bytesHeld: 3_000 }
const SMALL: Bounds = { microseconds: 10, bytesOut: 40, bytesHeld: 100 }

const get = (paths: string[], bounds: Bounds): Record<string, Attack> =>
  Object.fromEntries(
    paths.map((path) => [`GET ${path}`, { path: (number) => `${path}?${LONG}=${number}`, ...bounds }]),
  )

const post = (attacks: Record<string, (number: number) => unknown>, bounds: Bounds): Record<string, Attack> =>
  Object.fromEntries(
    Object.entries(attacks).map(([path, body]) => [`POST ${path}`, { path: () => path, body, ...bounds }]),
  )

/** The worst that a stranger can send to each public route. */
const ATTACKS: Record<string, Attack> = {
  ...get(
    ['/', '/about', '/faq', '/privacy', '/security-tips', '/accessibility', '/password-checker', '/contact'],
    PAGE,
  ),
  ...get(['/sitemap', '/offline', '/metrics', '/sitemap.xml'], PAGE),
  ...get(
    ['/admin', '/admin/login', '/admin/setup', '/admin/dashboard', '/admin/blog', '/admin/account'],
    SMALL,
  ),
  ...get(
    ['/admin/website-analyzer', '/admin/settings', '/admin/redirects', '/admin/new-password', '/api/docs'],
    SMALL,
  ),
  ...get(['/healthz', '/readyz', '/robots.txt', '/manifest.webmanifest', '/api/admin/setup'], SMALL),
  ...get(['/feed.xml', '/atom.xml'], { microseconds: 400, bytesOut: 24_000, bytesHeld: 30_000 }),
  'GET /blog': {
    path: (number) => `/blog?search=${WORDS.replaceAll(' ', '+')}+${number}`,
    ...LIST,
    microseconds: 250,
    bytesHeld: 8_000,
  },
  'GET /blog/tag/:tag': { path: (number) => `/blog/tag/${LONG}${number}`, ...PAGE },
  'GET /blog/:slug': {
    path: (number) => `/blog/post-${number}`,
    ...LIST,
    microseconds: 350,
    bytesOut: 2_000,
    bytesHeld: 16_000,
  },
  'GET /blog/preview/:token': { path: (number) => `/blog/preview/${LONG}${number}`, ...PAGE },
  'GET /social/:name': { path: (number) => `/social/${LONG}${number}.png`, ...PAGE },
  'GET /covers/:slug': { path: (number) => `/covers/${LONG}${number}`, ...PAGE },
  'GET /assets/:file': { path: (number) => `/assets/${LONG}${number}.js`, ...PAGE },
  'GET /images/:name': { path: (number) => `/images/${'0a'.repeat(16)}-${number}x1.webp`, ...PAGE },
  'GET /api/blog/posts': {
    path: (number) => `/api/blog/posts?limit=50&search=length+${number % 9}`,
    ...LIST,
  },
  'GET /api/blog/posts/:slug': { path: (number) => `/api/blog/posts/post-${number}`, ...PAGE },
  ...post(
    {
      '/api/track/password-generated': () => ({ type: 'single' }),
      '/api/track/password-checked': (number) => ({ strength: number % 100 }),
      '/api/track/page-view': (number) => ({ path: `/${LONG}${number}` }),
      '/api/track/feedback': () => ({ helpful: true }),
      '/api/contact': (number) => ({
        name: '🦉'.repeat(50),
        email: `ada${number}@example.com`,
        subject: '🦉'.repeat(100),
        message: '🦉'.repeat(2_500),
      }),
      '/api/admin/login': (number) => ({ username: `ada-${number}`, password: PASSWORD }),
      '/api/admin/setup': (number) => ({
        username: `ada-${number}`,
        email: 'a@b.example',
        password: PASSWORD,
        code: LONG,
      }),
      '/api/admin/login/passkey/options': () => ({}),
      '/api/admin/login/passkey': () => ({ credential: ASSERTION }),
      '/api/admin/password-link/check': () => ({ link: LONG }),
      '/api/admin/password-link': () => ({ link: LONG, password: PASSWORD }),
    },
    SMALL,
  ),
}

const LINES_MAX = 9_900
const repeated = (unit: string) =>
  unit.repeat(Math.min(POST_BYTES / Buffer.byteLength(unit), LINES_MAX / unit.split('\n').length))

/** The worst that a moderator can write. */
const CONSTRUCTS: Record<string, string> = {
  words: repeated('é '),
  'one word': repeated('a'),
  entities: repeated('&nGt;'),
  escapes: repeated('\\&'),
  'hard breaks': repeated('a  \n'),
  headings: repeated('# a\n'),
  emphasis: repeated('*a **b** '),
  strikethrough: repeated('~~a~~ '),
  'inline code': repeated('`&` '),
  'code blocks': repeated('```js\n"&"\n```\n'),
  links: repeated('[a](#) '),
  'links with titles': repeated('[](# "&") '),
  autolinks: repeated('<http:&> '),
  'open brackets': repeated('![['),
  references: `${repeated('[a]')}\n\n[a]: /${'&'.repeat(2_000)}`,
  images: repeated(`![](/images/${'0a'.repeat(16)}-640x480.webp)\n\n`),
  footnotes: `${repeated('[^a]')}\n\n[^a]: &`,
  quotes: repeated(`${'>'.repeat(24)}\n\n`),
  lists: repeated('- - - a\n'),
  'task lists': repeated('- [x] a\n'),
  rules: repeated('---\n'),
  'raw HTML': repeated('<b>&</b>'),
  tables: repeated('|a|\n|-|\n|b|\n\n'),
  'padded tables': `${'|a'.repeat(520)}\n${'|-'.repeat(520)}\n${repeated('|\n')}`,
}

/** Of a post to warm up with, and one for each round. */
const slugsOf = (name: string) =>
  Array.from({ length: 1 + ROUNDS_MAX }, (_, round) => `${round}-${name.toLowerCase().replaceAll(' ', '-')}`)

const slowness = slownessOf(Array.from({ length: 50 }, workMs))

const image = await filledImage(async (engine) => {
  const db = createDatabase(engine)
  for (let number = 0; number < POSTS; number++) {
    const content = `## ${WORDS}\n\nThe *length* comes first: ${number}.\n\n`.repeat(20)
    await makePublished(db, { slug: `post-${number}`, title: `Post ${number}`, content })
  }
  for (const [name, content] of Object.entries(CONSTRUCTS)) {
    for (const slug of slugsOf(name)) await makePublished(db, { slug, title: name, content })
  }
})
const app = await testApp({ engine: openImage(image) })

function processorMicroseconds(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

function bytesInUse(): number {
  Bun.gc(true)
  const { heapSize, extraMemorySize } = heapStats()
  return heapSize + extraMemorySize
}

type Sent = { bytesIn: number; bytesOut: number }

let inUse = bytesInUse()

/** With the bytes held since the last call. */
async function costOfByte(send: () => Promise<Sent>): Promise<Bounds> {
  const inUseBefore = inUse
  const before = processorMicroseconds()
  const { bytesIn, bytesOut } = await send()
  const microseconds = (processorMicroseconds() - before) / slowness / bytesIn
  inUse = bytesInUse()
  return { microseconds, bytesOut: bytesOut / bytesIn, bytesHeld: (inUse - inUseBefore) / bytesIn }
}

/** In one round of ROUNDS_MAX; `send` has been called before. */
async function expectBounded(
  name: string,
  bounds: Bounds,
  send: (round: number) => Promise<Sent>,
): Promise<void> {
  const costs: Bounds[] = []
  const isBounded = (cost: Bounds) =>
    cost.microseconds <= bounds.microseconds &&
    cost.bytesOut <= bounds.bytesOut &&
    cost.bytesHeld <= bounds.bytesHeld
  while (!costs.some(isBounded) && costs.length < ROUNDS_MAX) {
    const cost = await costOfByte(() => send(costs.length))
    const figures = Object.entries(cost).map(([unit, figure]) => [unit, figure.toFixed(2)])
    printFigures(`A byte to ${name}`, Object.fromEntries(figures))
    costs.push(cost)
  }
  expect(costs).toSatisfy((all) => all.some(isBounded))
}

test('every public route has an attack, and every attack a route', () => {
  const routes = app.routes.filter(({ access }) => access === 'public')
  expect(Object.keys(ATTACKS).sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort())
})

test.each(Object.entries(ATTACKS))(
  '%s costs a bounded amount for each byte',
  async (name, { path, body, ...bounds }) => {
    let number = 0
    const send = async (times: number): Promise<Sent> => {
      const total = { bytesIn: 0, bytesOut: 0 }
      for (let count = 0; count < times; count++, number++) {
        const json = body?.(number)
        const response = await app.call(path(number), {
          from: `198.${51 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`,
          headers: { host: `host-${number}.test` },
          ...(json === undefined ? {} : { json }),
        })
        expect(response.status).not.toBe(500)
        total.bytesIn +=
          HEAD_BYTES + Buffer.byteLength(path(number)) + Buffer.byteLength(JSON.stringify(json) ?? '')
        total.bytesOut += (await response.bytes()).byteLength
      }
      return total
    }
    await send(timesOf(bounds) / 4)
    await expectBounded(name, bounds, () => send(timesOf(bounds)))
  },
)

test.each(Object.entries(CONSTRUCTS))(
  'a post of %s costs a bounded amount for each byte',
  async (name, content) => {
    const [first = '', ...others] = slugsOf(name)
    const send = async (slug: string): Promise<Sent> => {
      const responses = [await app.call(`/blog/${slug}`), await app.call(`/api/blog/posts/${slug}`)]
      expect(responses.map(({ status }) => status)).toEqual([200, 200])
      const bodies = await Promise.all(responses.map((response) => response.bytes()))
      return {
        bytesIn: Buffer.byteLength(content),
        bytesOut: bodies.reduce((sum, body) => sum + body.byteLength, 0),
      }
    }
    await send(first)
    await expectBounded(`a post of ${name}`, { microseconds: 12, bytesOut: 60, bytesHeld: 600 }, (round) =>
      send(others[round] ?? ''),
    )
  },
)
