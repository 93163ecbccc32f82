import { expect, test } from 'bun:test'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { COMMAND_LINE } from '#domain/audit.ts'
import type { Database } from '#src/db/database.ts'
import { DATABASE_FILE, openDatabase } from '#src/db/open.ts'
import { StartError } from '#src/errors.ts'
import { listForFeeds } from '#src/posts/public-store.ts'
import { deletePost, findPost, listPosts, publishPosts, updatePost } from '#src/posts/store.ts'
import type { Outcome } from '#src/posts/transfer/write-posts.ts'
import { postWriter } from '#src/posts/transfer/write-posts.ts'
import { actor } from '#src/testing/actor.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { makePost, makePublished, postInput } from '#src/testing/make-post.ts'
import { migratedImage } from '#src/testing/migrated-database.ts'
import { postsCommand } from './posts.ts'

const MARCH = new Date('2026-03-14T12:00:00Z')

/** A machine with an empty blog, an open database as on a running server, and a folder for files. */
async function machine() {
  const folder = temporaryFolder()
  const data = join(folder.path, 'data')
  const files = join(folder.path, 'files')
  mkdirSync(files)
  await Bun.write(join(data, DATABASE_FILE), await migratedImage())
  const { db, close } = await openDatabase({ dataDir: data, now: () => MARCH })
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  return {
    db,
    files,
    lines,
    write: (name: string, text: string | Uint8Array) => {
      mkdirSync(join(files, name, '..'), { recursive: true })
      writeFileSync(join(files, name), text)
    },
    run: (...args: string[]) => postsCommand.run(args, { env: { DATA_DIR: data }, out: say, err: say }),
    [Symbol.asyncDispose]: async () => {
      await close()
      folder[Symbol.dispose]()
    },
  }
}

async function all(db: Database) {
  const { rows } = await listPosts(db, { limit: 1000, offset: 0 })
  return Promise.all(rows.map(({ id }) => findPost(db, id)))
}

test('imports an exported blog unchanged', async () => {
  await using here = await machine()
  await using there = await machine()
  await makePublished(here.db, { slug: 'one', tags: ['Keys'], content: 'a\nb\n\n> c' }, MARCH)
  await makePost(here.db, { slug: 'two', title: 'Two: "2"' }, MARCH)
  await makePost(here.db, { slug: 'three', status: 'archived' }, MARCH)
  expect(await here.run('export', there.files)).toBe(0)
  expect(here.lines).toEqual([`Exported 3 posts to ${there.files}.`])
  expect(readdirSync(there.files).sort()).toEqual(['one.md', 'three.md', 'two.md'])

  expect(await there.run('import', there.files, '--published')).toBe(0)
  expect(there.lines).toEqual(['Imported 3 posts.'])
  const known = ({ id: _, ...post }: Awaited<ReturnType<typeof all>>[number]) => post
  const bySlug = (posts: ReturnType<typeof known>[]) => posts.sort((a, b) => a.slug.localeCompare(b.slug))
  expect(bySlug((await all(there.db)).map(known))).toEqual(bySlug((await all(here.db)).map(known)))
  const entries = await auditLog(there.db)
  expect(entries.map(({ actor, source, action, detail }) => [actor, source, action, detail])).toEqual(
    ['published', 'archived', 'draft'].map((status) => [
      'command line',
      'command line',
      'post_imported',
      status,
    ]),
  )
})

test('keeps back what the section of a post keeps back, and reports section pages', async () => {
  await using here = await machine()
  const post = (title: string, front = '') => `---\ntitle: ${title}\ndate: 2024-01-31\n${front}---\nText`
  here.write('_index.md', '---\ntitle: Blog\n---\nAll posts.')
  here.write('open.md', post('Open'))
  here.write('later/_index.md', '---\ntitle: Later\ncascade:\n  draft: true\n---\n')
  here.write('later/deep/kept.md', post('Kept'))
  here.write('later/shown.md', post('Shown', 'draft: false\n'))
  here.write('toml/_index.md', '+++\n[[cascade]]\nprivate = true\n+++\n')
  here.write('toml/secret.md', post('Secret'))
  here.write('broken/_index.md', '---\na: [\n---\n')
  here.write('broken/unsure.md', post('Unsure'))
  expect(await here.run('import', here.files, '--published')).toBe(1)
  const statuses = (await all(here.db)).map(({ slug, status }) => [slug, status])
  expect(statuses.sort()).toEqual([
    ['kept', 'draft'],
    ['open', 'published'],
    ['secret', 'draft'],
    ['shown', 'published'],
    ['unsure', 'draft'],
  ])
  expect(here.lines).toContain('Skipped 3 other items, such as pages and files.')
})

const feedIds = async (db: Database) => {
  const posts = await listForFeeds(db, { limit: 100, offset: 0, bytes: 1e6 })
  return new Map(posts.map(({ slug, feedId }) => [slug, feedId]))
}

test('export and import keep the ids in feeds, also of posts that are published later', async () => {
  await using here = await machine()
  await using there = await machine()
  for (const slug of ['one', 'two', 'three']) await makePublished(here.db, { slug }, MARCH)
  await deletePost(here.db, actor, 1, MARCH)
  await here.run('export', there.files)
  await there.run('import', there.files)
  await makePublished(there.db, { slug: 'four' }, MARCH)
  await publishPosts(there.db, actor, [1, 2], MARCH)
  const ids = await feedIds(there.db)
  expect(new Set(ids.values()).size).toBe(3)
  ids.delete('four')
  expect(ids).toEqual(await feedIds(here.db))
})

test('a copy of a post under another slug gets an id of its own', async () => {
  await using at = await machine()
  await makePublished(at.db, { slug: 'one' }, MARCH)
  await at.run('export', at.files)
  await updatePost(at.db, actor, 1, postInput({ slug: 'other', status: 'published' }), MARCH)
  at.write('again.md', (await Bun.file(join(at.files, 'one.md')).text()).replace('slug: one', 'slug: again'))
  await at.run('import', at.files, '--published')
  const ids = await feedIds(at.db)
  expect([...ids.keys()].sort()).toEqual(['again', 'one', 'other'])
  expect(new Set(ids.values()).size).toBe(3)
})

test('keeps the spaces of a title in export and import', async () => {
  await using here = await machine()
  await using there = await machine()
  const texts = { title: 'Bonjour\u00a0!  Ça\u202fva\u2009?', metaTitle: 'a\u00a0b', metaDescription: 'a  b' }
  await makePost(here.db, { slug: 'one', ...texts })
  await here.run('export', there.files)
  await there.run('import', there.files)
  expect(await all(there.db)).toMatchObject([texts])
})

test('imports posts as drafts that keep their publication date', async () => {
  await using at = await machine()
  at.write('old.md', '---\ntitle: Old\ndate: 2019-01-02T03:04:05Z\n---\nText')
  expect(await at.run('import', join(at.files, 'old.md'))).toBe(0)
  expect(at.lines).toEqual(['Imported 1 post as a draft.'])
  expect(await all(at.db)).toMatchObject([
    {
      slug: 'old',
      status: 'draft',
      publishedAt: '2019-01-02T03:04:05.000Z',
      createdAt: '2019-01-02T03:04:05.000Z',
    },
  ])
})

test.each([
  ['a.md', '---\ntitle: Later\ndate: 2999-01-01\n---\nText'],
  ['b.md', '---\ntitle: Later\ndate: 2020-01-01\npublishDate: 2999-01-01\n---\nText'],
  ['c.md', '---\ntitle: Later\npublished: 2999-01-01\n---\nText'],
  ['d.md', '---\ntitle: Later\nstatus: 予約投稿\ndate: 2999年1月1日\n---\nText'],
  ['e.md', '+++\ntitle = "Later"\ndate = 2020-01-01\nembargo = 2999-01-01\nscheduled = true\n+++\nText'],
  ['f.md', '---\ntitle: Later\nstatus: geplant\ndatum: 1. Januar 2999\n---\nText'],
  [
    'g.json',
    JSON.stringify({
      db: [
        {
          data: {
            posts: [
              {
                id: 1,
                title: 'Later',
                html: 'Text',
                status: 'scheduled',
                published_at: '2999-01-01T00:00:00Z',
              },
            ],
          },
        },
      ],
    }),
  ],
  [
    'h.xml',
    `<rss><channel><item><title>Later</title><wp:status>future</wp:status><content:encoded>Text</content:encoded>
    <wp:post_date_gmt>2999-01-01 00:00:00</wp:post_date_gmt></item></channel></rss>`,
  ],
])('the import of %s schedules a post for the future, unless posts become drafts', async (name, text) => {
  await using at = await machine()
  at.write(name, text)
  expect(await at.run('import', at.files, '--published')).toBe(0)
  expect(at.lines).toContain('1 of them is scheduled: the schedule publishes it at its date.')
  const scheduled = { status: 'draft', publishAt: '2999-01-01T00:00:00.000Z' }
  expect(await all(at.db)).toMatchObject([scheduled])

  await using others = await machine()
  others.write(name, text)
  await others.run('import', others.files)
  expect(await all(others.db)).toMatchObject([{ status: 'draft', publishAt: null }])

  await using restored = await machine()
  await at.run('export', join(at.files, 'exported'))
  await restored.run('import', join(at.files, 'exported'), '--published')
  expect(await all(restored.db)).toMatchObject([scheduled])
})

test.each(['draft: true', 'status: draft', 'private: true', 'password: x', 'status: scheduled'])(
  'a date in the future does not publish what %s keeps back',
  async (front) => {
    await using at = await machine()
    const date = front.endsWith('scheduled') ? '2020-01-01' : '2999-01-01'
    at.write('later.md', `---\ntitle: Later\ndate: ${date}\n${front}\n---\nText`)
    await at.run('import', at.files, '--published')
    expect(await all(at.db)).toMatchObject([{ status: 'draft', publishAt: null }])
  },
)

test('publishes nothing that the source kept back, and counts it in the last line', async () => {
  await using at = await machine()
  const front = (lines: string) => `---\ndate: 2020-02-03\n${lines}\n---\nText`
  at.write('site/_posts/2020-02-03-shown.md', front('title: Shown\npublished: yes\nunlisted: "off"'))
  at.write('site/_drafts/half.md', front('title: Half'))
  at.write('site/2020/no.md', front('title: No\npublished: no'))
  at.write('site/2020/_notes.md', front('title: Underscore'))
  at.write('site/2020/then.md', front('title: Then\nexpiryDate: 2021-01-01'))
  at.write('site/2020/unread.md', '---\ntitle: Unread\ndate: some day\n---\nText')
  const report = join(at.files, '../report.json')
  expect(await at.run('import', at.files, '--published', '--report', report)).toBe(0)
  expect(at.lines.at(0)).toBe('Imported 6 posts.')
  expect(at.lines.at(-1)).toBe(
    "5 of them are drafts: they weren't public at the source, or need an edit; the report has the reasons.",
  )
  expect((await all(at.db)).filter(({ status }) => status !== 'draft').map(({ title }) => title)).toEqual([
    'Shown',
  ])
  const { files } = JSON.parse(readFileSync(report, 'utf8'))
  expect(files.map(({ posts: [post] }: { posts: { notes: string[] }[] }) => post?.notes)).toEqual([
    [expect.stringContaining('files with names like _notes.md')],
    ['Imported as a draft: at the source, published was no'],
    [
      'Imported as a draft: at the source, expiryDate was 2021-01-01',
      'Front matter left out: expiryDate: 2021-01-01',
    ],
    ["Imported as a draft: its date can't be read: some day"],
    ["Imported as a draft: site generators don't publish the folder _drafts"],
    [],
  ])
  await at.run('import', join(at.files, 'site/_drafts/half.md'), '--published')
  expect(at.lines.at(-2)).toContain('Slug already exists')
})

test('a draft stays one if only its folder or its file is imported', async () => {
  await using at = await machine()
  at.write('_drafts/a.md', '# A\n\nText')
  at.write('_private/b.md', '# B\n\nText')
  await at.run('import', join(at.files, '_drafts'), '--published')
  await at.run('import', join(at.files, '_private/b.md'), '--published')
  expect(await all(at.db)).toMatchObject([{ status: 'draft' }, { status: 'draft' }])
})

test('reports and skips an invalid file, and imports the rest', async () => {
  await using at = await machine()
  at.write('a-good.md', '# Good\n\nText')
  at.write('b-empty.md', '')
  at.write('c-yaml.md', '---\na: [\n---\nText')
  at.write('d-bytes.md', new Uint8Array([0xff, 0xfe, 0x00]))
  at.write('e-other.json', '{"name":"package"}')
  at.write('f-other.xml', '<svg></svg>')
  at.write('g-picture.png', 'x')
  at.write('deep/er/good.markdown', '# Deep\n\nText')
  at.write('.git/x.md', '# Hidden\n\nText')
  expect(await at.run('import', at.files)).toBe(1)
  const path = (name: string) => join(at.files, name)
  expect(at.lines).toEqual([
    `Skipped ${path('b-empty.md')}: The post has no title and no content`,
    `Skipped ${path('c-yaml.md')}: The front matter between the two lines of dashes is not valid YAML`,
    `Skipped ${path('d-bytes.md')}: This is not text in UTF-16: invalid bytes in line 1, column 1; convert the file to UTF-8`,
    `Skipped ${path('e-other.json')}: This is not a Ghost export`,
    `Skipped ${path('f-other.xml')}: This is not a WordPress export`,
    'Imported 2 posts as drafts, skipped 5.',
  ])
  expect((await all(at.db)).map(({ slug }) => slug).sort()).toEqual(['a-good', 'good'])
})

test('follows links in a folder neither to files nor to folders, but one that is given by name', async () => {
  await using at = await machine()
  at.write('good.md', '# Good\n\nText')
  const path = (name: string) => join(at.files, name)
  writeFileSync(join(dirname(at.files), 'secret.md'), '# Secret\n\nText')
  symlinkSync(path('gone.txt'), path('dangling.md'))
  symlinkSync(path('loop.md'), path('loop.md'))
  symlinkSync('../secret.md', path('outside.md'))
  symlinkSync(dirname(at.files), path('again'))
  mkdirSync(path('folder.md'))
  expect(await at.run('import', at.files)).toBe(1)
  expect(at.lines).toEqual([
    ...['dangling', 'loop', 'outside'].map(
      (name) => `Skipped ${path(`${name}.md`)}: This is a symbolic link, which imports don’t follow`,
    ),
    'Imported 1 post as a draft, skipped 3.',
  ])
  expect(await at.run('import', path('outside.md'))).toBe(0)
  expect((await all(at.db)).map(({ slug }) => slug).sort()).toEqual(['good', 'outside'])
})

const wxr = (...items: string[]) =>
  `<rss xmlns:content="c" xmlns:wp="w"><channel>${items.join('')}</channel></rss>`
const item = (title: string, html: string) =>
  `<item><title>${title}</title><content:encoded><![CDATA[${html}]]></content:encoded><wp:post_type>post</wp:post_type><wp:status>publish</wp:status></item>`

test('reports and skips a file that overflows the parser, and imports the rest', async () => {
  await using at = await machine()
  const deep = 50_000
  at.write('a-yaml.md', `---\na: ${'['.repeat(200_000)}\n---\nText`)
  at.write('b-markdown.md', `# Deep\n\n${'> '.repeat(deep)}x`)
  at.write('c-markdown.md', `# Deep\n\n${'<i>'.repeat(deep)}x`)
  at.write('d-html.xml', wxr(item('Deep', '<div>'.repeat(deep)), item('Flat', '<p>x</p>')))
  at.write('e-xml.xml', wxr('<a>'.repeat(deep) + '</a>'.repeat(deep)))
  at.write('f-xml.xml', wxr('<item><__proto__>x</__proto__></item>'))
  at.write('g-ghost.json', '['.repeat(deep))
  at.write('h-good.md', '# Good\n\nText')
  expect(await at.run('import', at.files)).toBe(1)
  const path = (name: string) => join(at.files, name)
  expect(at.lines).toEqual([
    `Skipped ${path('a-yaml.md')}: The front matter between the two lines of dashes is not valid YAML`,
    `Skipped ${path('b-markdown.md')}: The content is nested too deeply`,
    `Skipped ${path('c-markdown.md')}: The content is nested too deeply`,
    `Skipped ${path('d-html.xml')}: Deep: The content is nested too deeply`,
    `Skipped ${path('e-xml.xml')}: The file is unreadable: Maximum nested tags exceeded`,
    expect.stringContaining(`Skipped ${path('f-xml.xml')}: The file is unreadable: [SECURITY]`),
    `Skipped ${path('g-ghost.json')}: This is not JSON`,
    'Imported 2 posts as drafts, skipped 7.',
  ])
  expect((await all(at.db)).map(({ slug }) => slug).sort()).toEqual(['flat', 'h-good'])
})

test('reports and skips an invalid post of an export, and imports the others', async () => {
  await using at = await machine()
  const posts = [
    { id: 1, title: 'Good', slug: 'good', html: '<p>x</p>', status: 'published' },
    { id: 2, title: 'Empty', slug: 'empty', html: '', status: 'published' },
    { id: 3, title: 'Long'.repeat(60), slug: 'long', html: '<p>x</p>', status: 'published' },
    { id: 4, title: 'Last', slug: 'last', html: '<p>x\u0007y</p>', status: 'published' },
    { id: 5, title: '', slug: '5', html: '<p>An aside</p>', status: 'published' },
    { id: 6, title: '', slug: 'huge', html: `<p>${'x'.repeat(500_001)}</p>`, status: 'published' },
  ]
  at.write('ghost.json', JSON.stringify({ db: [{ data: { posts } }] }))
  expect(await at.run('import', at.files, '--published')).toBe(1)
  const file = join(at.files, 'ghost.json')
  expect(at.lines.slice(0, 2)).toEqual([
    `Skipped ${file}: huge: The content can have at most 500,000 characters`,
    'Imported 5 posts, skipped 1.',
  ])
  expect((await all(at.db)).map(({ title, status, content }) => [title, status, content])).toEqual([
    ['An aside', 'published', 'An aside'],
    ['Last', 'published', 'xy'],
    [`${'Long'.repeat(49)}Lon…`, 'published', 'x'],
    ['Empty', 'draft', 'Empty'],
    ['Good', 'published', 'x'],
  ])
})

test('a report lists the result and the changes for each post', async () => {
  await using at = await machine()
  at.write('a.md', '---\ntitle: A\nauthor: Ada\n---\n![Cup](/cup.png)')
  at.write('b.md', '# B\n\nText')
  at.write('c.md', '')
  const report = join(at.files, '../report.json')
  expect(await at.run('import', at.files, '--report', report)).toBe(1)
  expect(at.lines.slice(-2)).toEqual([
    'Imported 2 posts as drafts, skipped 1.',
    `Some content of 1 post was changed or left out; see ${report}.`,
  ])
  const file = (name: string, post: object) => ({
    file: join(at.files, name),
    posts: [post],
  })
  expect(JSON.parse(readFileSync(report, 'utf8'))).toEqual({
    files: [
      file('a.md', {
        name: 'A',
        result: 'imported',
        slug: 'a',
        redirects: [],
        notes: ['Front matter left out: author: Ada', 'Image replaced with a link: /cup.png'],
      }),
      file('b.md', { name: 'B', result: 'imported', slug: 'b', redirects: [], notes: [] }),
      file('c.md', {
        name: 'c',
        result: 'skipped',
        slug: null,
        redirects: [],
        notes: ['The post has no title and no content'],
      }),
    ],
    notRead: {},
  })
})

test('a former report survives an import that is refused', async () => {
  await using at = await machine()
  at.write('report.json', 'former')
  const report = join(at.files, 'report.json')
  await expect(at.run('import', at.files, '--report', report, '--data', report)).rejects.toThrow(StartError)
  expect(readFileSync(report, 'utf8')).toBe('former')
})

test('imports translations, and posts of one name at other dates, once', async () => {
  await using at = await machine()
  const post = (title: string, more = '') => `---\ntitle: ${title}\n${more}---\nText of ${title}`
  at.write('a/index.md', post('A'))
  at.write('a/index.de.md', post('A auf Deutsch'))
  at.write('b/index.de.md', post('B auf Deutsch'))
  at.write('de/c.md', post('C auf Deutsch'))
  at.write('fr/c.md', post('C en français'))
  at.write('c.md', post('C'))
  at.write('d/1.md', post('D', 'slug: d\nlang: fr\n'))
  at.write('_posts/2019-01-05-weekly-notes.md', post('Weekly notes'))
  at.write('_posts/2019-02-05-weekly-notes.md', post('Weekly notes'))
  const report = join(at.files, '../report.json')
  expect(await at.run('import', at.files, '--report', report)).toBe(0)
  const slugs = ['a', 'a-de', 'b-de', 'c', 'c-de', 'c-fr', 'd', 'weekly-notes', 'weekly-notes-2']
  expect((await all(at.db)).map(({ slug }) => slug).sort()).toEqual(slugs)
  expect(readFileSync(report, 'utf8')).toContain(
    'Slug weekly-notes is taken by another post; became weekly-notes-2',
  )
  expect(await at.run('import', at.files)).toBe(1)
  expect(at.lines.at(-1)).toBe('Imported 0 posts as drafts, skipped 9.')
})

test('counts files of other kinds, and reads posts of Jekyll in HTML', async () => {
  await using at = await machine()
  at.write(
    '_posts/2020-03-08-hand.html',
    '---\ntitle: By hand\n---\n<p>Old <b>post</b>.</p>\n\n    <p>Two</p>',
  )
  at.write('_posts/2020-03-09-bare.html', '<p>Old</p>')
  at.write('_layouts/post.html', '---\ntitle: x\nlayout: default\n---\n<p>{{ content }}</p>')
  at.write('index.html', '<p>Home</p>')
  for (const name of ['a.org', 'b.org', 'c.rst', 'd.ADOC']) at.write(name, 'Text')
  const report = join(at.files, '../report.json')
  expect(await at.run('import', at.files, '--report', report)).toBe(1)
  expect(at.lines).toEqual([
    'Imported 1 post as a draft.',
    "1 .html file wasn't read.",
    "2 .org files weren't read.",
    "1 .rst file wasn't read.",
    "1 .adoc file wasn't read.",
    'Skipped 2 other items, such as pages and files.',
    '4 former addresses redirect to them once they are published.',
  ])
  expect(JSON.parse(readFileSync(report, 'utf8')).notRead).toEqual({
    '.html': 1,
    '.org': 2,
    '.rst': 1,
    '.adoc': 1,
  })
  expect(await all(at.db)).toMatchObject([{ slug: 'hand', content: 'Old **post**.\n\nTwo' }])
})

test('an unwritable report stops the import before it begins', async () => {
  await using at = await machine()
  at.write('a.md', '# A\n\nText')
  expect(
    at.run('import', at.files, '--report', join(at.files, 'no/such/report.json')),
  ).rejects.toBeInstanceOf(StartError)
  expect(await all(at.db)).toEqual([])
})

test('hundreds of posts get distinct addresses, whatever their titles are', async () => {
  await using at = await machine()
  const posts = Array.from({ length: 600 }, (_, id) => ({
    id,
    title: id % 100 === 0 ? '…' : `Post ${id % 5}`,
    html: '<p>x</p>',
  }))
  at.write('ghost.json', JSON.stringify({ data: { posts } }))
  expect(await at.run('import', at.files)).toBe(0)
  const slugs = (await all(at.db)).map(({ slug }) => slug)
  expect(new Set(slugs).size).toBe(600)
  expect(slugs.filter((slug) => /^post-\d$/.test(slug)).length).toBeGreaterThan(4)
})

test("a post stored concurrently doesn't stop the import", async () => {
  await using at = await machine()
  const writer = await postWriter(at.db, COMMAND_LINE, MARCH)
  const outcome = (): Outcome => ({
    file: 'x',
    name: null,
    result: 'skipped',
    slug: null,
    redirects: [],
    isKeptBack: false,
    isScheduled: false,
    notes: [],
  })
  const outcomes = [outcome(), outcome()]
  for (const [index, slug] of ['one', 'two'].entries()) {
    const about = outcomes[index]
    if (about) await writer.add({ input: postInput({ slug }), past: {} }, about)
  }
  await makePost(at.db, { slug: 'one', title: 'Theirs' })
  await writer.finish()
  expect(outcomes).toMatchObject([
    { result: 'skipped', notes: ['Slug already exists'] },
    { result: 'imported', slug: 'two' },
  ])
  expect((await all(at.db)).map(({ title }) => title).sort()).toEqual(['On passwords', 'Theirs'])
})

test('a repeated import leaves existing posts unchanged', async () => {
  await using at = await machine()
  at.write('one.md', '# One\n\nText')
  await at.run('import', at.files)
  at.write('one.md', '# One\n\nOther text')
  expect(await at.run('import', at.files)).toBe(1)
  expect(at.lines.at(-2)).toBe(`Skipped ${join(at.files, 'one.md')}: Slug already exists`)
  expect(await all(at.db)).toMatchObject([{ slug: 'one', content: 'Text' }])
})

test('an export into the same folder replaces an earlier export', async () => {
  await using at = await machine()
  const { id } = await makePost(at.db, { slug: 'one', content: 'First.' })
  await at.run('export', at.files)
  await updatePost(at.db, actor, id, postInput({ slug: 'one', content: 'Second.' }), MARCH)
  expect(await at.run('export', at.files)).toBe(0)
  expect(readFileSync(join(at.files, 'one.md'), 'utf8')).toEndWith('\n---\nSecond.\n')
})

test('an export replaces other files only with --force', async () => {
  await using at = await machine()
  await makePost(at.db, { slug: 'one', content: 'First.' })
  await makePost(at.db, { slug: 'readme', content: 'Second.' })
  at.write('readme.md', '# Mine')
  await expect(at.run('export', at.files)).rejects.toMatchObject({
    name: 'StartError',
    message: `${join(at.files, 'readme.md')} wasn't created by an export. Nothing was written. Pass --force to replace it.`,
  })
  expect(readdirSync(at.files)).toEqual(['readme.md'])
  expect(readFileSync(join(at.files, 'readme.md'), 'utf8')).toBe('# Mine')
  expect(await at.run('export', at.files, '--force')).toBe(0)
  expect(readFileSync(join(at.files, 'readme.md'), 'utf8')).toEndWith('\n---\nSecond.\n')
})

test.each(['../../victim', '/etc/x', '..', 'a\\b', 'a\0b', ''])(
  'an export refuses the slug %j',
  async (slug) => {
    await using at = await machine()
    await makePost(at.db, { slug: 'one' })
    await makePost(at.db, { slug: 'two' })
    await at.db.run(sql`UPDATE posts SET slug = ${slug} WHERE slug = 'two'`)
    await expect(at.run('export', at.files, '--force')).rejects.toMatchObject({
      name: 'StartError',
      message: `The URL slug ${JSON.stringify(slug)} can't be a file name. Change it in the admin area first.`,
    })
    expect(readdirSync(at.files)).toEqual([])
  },
)

test('an export replaces a link in its folder without writing to its target', async () => {
  await using at = await machine()
  await makePost(at.db, { slug: 'one', content: 'First.' })
  await makePost(at.db, { slug: 'two', content: 'Second.' })
  at.write('../victim.txt', 'precious')
  symlinkSync('../victim.txt', join(at.files, 'one.md'))
  symlinkSync('../nowhere.txt', join(at.files, 'two.md'))
  expect(await at.run('export', at.files)).toBe(0)
  expect(readFileSync(join(at.files, '../victim.txt'), 'utf8')).toBe('precious')
  expect(existsSync(join(at.files, '../nowhere.txt'))).toBe(false)
  expect(readFileSync(join(at.files, 'one.md'), 'utf8')).toEndWith('\n---\nFirst.\n')
  expect(readdirSync(at.files).sort()).toEqual(['one.md', 'two.md'])
})

test.each([
  [[], 'Unknown or missing command: use export or import.'],
  [['delete'], 'Unknown or missing command: use export or import.'],
  [['import'], 'Specify a folder or file: passwright posts import FOLDER|FILE.'],
  [['export', '--data', 'x'], 'Specify a folder: passwright posts export FOLDER.'],
  [['import', '/no/such/place'], "/no/such/place doesn't exist."],
  [['export', 'x', '--published'], 'Unknown flag: --published'],
  [['import', 'a', 'b'], 'Unexpected argument: b'],
])('rejects %j with one sentence', async (args, sentence) => {
  await using at = await machine()
  expect(at.run(...args)).rejects.toMatchObject({ name: 'StartError', message: sentence })
})

test.each(['import', 'export'])("%s creates the database if it doesn't exist", async (act) => {
  using folder = temporaryFolder()
  const data = join(folder.path, 'new')
  mkdirSync(join(folder.path, 'files'))
  writeFileSync(join(folder.path, 'files/one.md'), '# One\n\nText')
  const io = { env: { DATA_DIR: data }, out: () => undefined, err: () => undefined }
  expect(await postsCommand.run([act, join(folder.path, 'files')], io)).toBe(0)
  const { db, close } = await openDatabase({ dataDir: data, now: () => MARCH })
  expect((await all(db)).map(({ slug }) => slug)).toEqual(act === 'import' ? ['one'] : [])
  await close()
})

test('reports an unwritable folder and an unreadable file', async () => {
  await using at = await machine()
  at.write('file', 'x')
  expect(at.run('export', join(at.files, 'file'))).rejects.toBeInstanceOf(StartError)
  at.write('secret.md', '# Secret\n\nText')
  chmodSync(join(at.files, 'secret.md'), 0)
  const status = await at.run('import', at.files)
  // Root can read everything.
  expect(at.lines.at(-1)).toBe(
    status === 0 ? 'Imported 1 post as a draft.' : 'Imported 0 posts as drafts, skipped 1.',
  )
})
