import type { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { KEYWORD_UPLOAD_PATH } from '#domain/keywords.ts'
import { callApi, openDatabase } from './administration.ts'
import { addAnalysis } from './analyses.ts'
import { keywords } from './analyzer.ts'
import { addBackups } from './backup-history.ts'
import { runExecutable } from './harness.ts'
import { faultsAtWidths, type ListShape } from './list-faults.ts'
import { shareSession } from './shared-session.ts'

const fresh = shareSession({ tables: [] })

const AT = '2026-03-14T12:00:00.000Z'
const UNBROKEN = 'Unbroken'.repeat(15)
const TEXTS = [
  'Wilhelmine Mustermann-Oppenheimer von und zu Hohenlohe',
  'مرحبا بالعالم، هذه رسالة طويلة من زائر يسأل عن كلمات المرور',
  '長い文章は空白がなくても折り返されて、隣の列と重なってはならない。パスワードの強さについての質問です。',
  UNBROKEN,
]

/** Each text of TEXTS and a short one, as name, subject, address and so on. */
function fill(database: Database): void {
  const now = new Date().toISOString()
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  database.transaction(() => {
    for (const name of ['page_view', 'password_generated', 'password_checked', 'bot'])
      database.run('INSERT INTO daily_counts (day, name, count) VALUES (?, ?, 12345678)', [yesterday, name])
    for (const [index, text] of [...TEXTS, 'Ada'].entries()) {
      const email = `${index === 3 ? UNBROKEN.toLowerCase() : `person${index}`}@example.com`
      for (const _ of TEXTS.slice(0, 2))
        database.run(
          'INSERT INTO contacts (name, email, subject, message, status, created_at) VALUES (?, ?, ?, ?, ?, ?)',
          [text.slice(0, 60), email, text, text.repeat(3), index % 2 ? 'new' : 'archived', AT],
        )
      database.run(
        `INSERT INTO users (username, email, password_hash, role, is_active, created_at, last_login)
         VALUES (?, ?, 'none', ?, ?, ?, ?)`,
        [
          index === 3 ? UNBROKEN.slice(0, 50).toLowerCase() : `user${index}`,
          email,
          index % 2 ? 'moderator' : 'super_admin',
          index % 2,
          AT,
          index % 2 ? AT : null,
        ],
      )
      database.run(
        `INSERT INTO sessions (id, user_id, created_at, last_used_at, browser, network)
         VALUES (?, ?, ?, ?, 'Mozilla Firefox 153 on Ubuntu Linux', '2001:db8:ffff:ffff::/64')`,
        [`session-${index}`, (index % 2) + 1, now, now],
      )
      database.run(
        `INSERT INTO posts (title, slug, excerpt, content, status, tags, meta_title, meta_description, created_at,
           updated_at, reading_minutes) VALUES (?, ?, ?, ?, ?, ?, '', '', ?, ?, 128)`,
        [
          text,
          `post-${index}`,
          text,
          text,
          index % 2 ? 'published' : 'archived',
          JSON.stringify(['passwords', text.slice(0, 40)]),
          AT,
          AT,
        ],
      )
      database.run(
        'INSERT INTO keyword_uploads (batch, parts, uploaded_at, completed_at, file_name) VALUES (?, 200, ?, ?, ?)',
        [`upload_${index}`, AT, index % 2 ? null : AT, `${text}.csv`],
      )
      database.run(
        `INSERT INTO audit_entries (at, actor, action, subject, detail, address)
         VALUES (?, ?, 'second_step_required', ?, ?, '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff')`,
        [AT, index === 3 ? UNBROKEN.slice(0, 50).toLowerCase() : 'ada', text, text],
      )
      database.run(
        `INSERT INTO personal_tokens (user_id, name, hash, permissions, created_at, expires_at)
         VALUES (1, ?, ?, '["read","posts.write","contacts.update","keywords.write"]', ?, '2099-03-14T12:00:00.000Z')`,
        [text, `hash-${index}`, AT],
      )
      database.run(
        `INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, device_type, is_backed_up, rp_id,
           name, created_at, last_used_at) VALUES (1, ?, x'00', 0, '[]', 'multiDevice', ?, ?, ?, ?, ?)`,
        [
          `credential-${index}`,
          index % 2,
          index === 2 ? `${UNBROKEN.toLowerCase()}.example` : 'localhost',
          text,
          AT,
          index % 2 ? AT : null,
        ],
      )
      const failure = 'The website responded with HTTP 404, as it often does.'
      addAnalysis(database, {
        url: `https://site-${index}.example/${UNBROKEN}`,
        status: index === 2 ? 'failed' : 'completed',
        title: text,
        metaDescription: text,
        keywords:
          index === 2 ? [] : [{ ...keywords(1)[0], keyword: text, relevanceScore: 10, frequency: 12_345 }],
        runs: [
          { at: AT, keywords: [...keywords(3), { keyword: 'lost', relevanceScore: 9 }] },
          { at: AT, errorMessage: failure },
        ],
        totalHeadings: 1_234,
        wordCount: 123_456,
        errorMessage: index % 2 === 0 ? failure : null,
        nextUpdateScheduled: index === 2 ? null : AT,
        autoUpdate: index !== 2,
      })
    }
  })()
}

const grid = (name: string) => `[role=grid][aria-label="${name}"]`

/** The list whose rows have a button with a name that begins like this. */
const listWith = (button: string) => `ul:has([aria-label^="${button}"])`

/** Roles and names of the controls that show the list. */
type Steps = ['button' | 'tab' | 'menuitem', string][]

type Listed = ListShape & { path: string; name: string; steps?: Steps }

const DASHBOARD = '/admin/dashboard?tab='
const CONTACTS = { selector: grid('Contacts'), main: 'Message', texts: ['Name', 'Email'] }
const inDialog = (name: string, tab: string, main: string | null): Listed => ({
  name,
  path: '/admin/website-analyzer',
  steps: [
    ['button', 'View Keywords Ada'],
    ['tab', tab],
  ],
  selector: `[role=dialog] [role=tabpanel]:not(.invisible) section[aria-label="${name}"] table`,
  main,
  texts: [],
})

const LISTS: readonly Listed[] = [
  { name: 'Contacts', path: `${DASHBOARD}contacts`, ...CONTACTS },
  { name: 'Contacts beside a message', path: `${DASHBOARD}contacts&message=1`, ...CONTACTS },
  {
    name: 'Admin users',
    path: `${DASHBOARD}users`,
    selector: grid('Admin users'),
    main: 'Email',
    texts: ['Username'],
  },
  {
    name: 'Sessions of a user',
    path: `${DASHBOARD}users`,
    steps: [
      ['button', 'More actions for user0'],
      ['menuitem', 'Sessions'],
    ],
    selector: '[role=dialog] ul',
    main: null,
    texts: [],
  },
  { name: 'Blog posts', path: '/admin/blog', selector: grid('Blog posts'), main: 'Title', texts: ['Tags'] },
  {
    name: 'Uploaded files',
    path: '/admin/settings',
    selector: grid('Uploaded files'),
    main: 'File',
    texts: [],
  },
  {
    name: 'Recent Keywords',
    path: '/admin/settings',
    steps: [['button', 'View All']],
    selector: grid('Recent Keywords'),
    main: 'Keyword',
    texts: [],
  },
  {
    name: 'Analyzed websites',
    path: '/admin/website-analyzer',
    selector: grid('Analyzed websites'),
    main: 'Website',
    texts: ['Keywords'],
  },
  inDialog('Keywords', 'Keywords', 'Keyword'),
  inDialog('Gained keywords', 'Changes', 'Keyword'),
  inDialog('Lost keywords', 'Changes', 'Keyword'),
  inDialog('History', 'History', null),
  {
    name: 'Audit log',
    path: `${DASHBOARD}audit`,
    selector: grid('Audit log'),
    main: 'Subject',
    texts: ['Who', 'Detail', 'IP address'],
  },
  {
    name: 'Backups',
    path: `${DASHBOARD}backups`,
    selector: grid('Backups'),
    main: 'Backup',
    texts: ['Type'],
  },
  {
    name: 'Daily statistics',
    path: `${DASHBOARD}metrics&view=table`,
    selector: 'section[aria-label="Daily statistics"] table',
    main: null,
    texts: [],
  },
  {
    name: 'Passkeys',
    path: '/admin/account',
    selector: listWith('Remove the passkey'),
    main: null,
    texts: [],
  },
  { name: 'Tokens', path: '/admin/account', selector: listWith('Delete the token'), main: null, texts: [] },
]

test('no list loses its main column, clips, overlaps or scrolls sideways at any width', async () => {
  const { server, token, page, complaints } = await fresh()
  const rows = TEXTS.map((Keyword) => ({
    Keyword,
    Position: 123,
    'Search Volume': 12_345_678,
    Traffic: 12_345_678,
  }))
  const upload = { uploadBatch: 'keywords', fileName: 'keywords.csv', csvData: rows }
  await callApi(server, 'POST', KEYWORD_UPLOAD_PATH, upload, token)
  {
    using database = openDatabase(server)
    fill(database)
  }
  addBackups(server, 3)
  await runExecutable(['backup', '--to', 'no/such/folder/a.db'], { cwd: server.folder })
  const found: unknown[] = []
  for (const { name, path, steps = [], ...shape } of LISTS) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(server.url + path)
    for (const [role, control] of steps) await page.getByRole(role, { name: control }).first().click()
    await page.locator(shape.selector).first().waitFor()
    const faults = await faultsAtWidths(page, shape)
    if (Object.keys(faults).length > 0) found.push({ name, faults })
  }
  expect(found).toEqual([])
  expect(complaints).toEqual([])
})

test('a phone shows six messages at once, and a large screen uses its room', async () => {
  const { server, page } = await fresh()
  {
    using database = openDatabase(server)
    if (database.query('SELECT 1 FROM contacts').all().length === 0) fill(database)
  }
  await page.goto(`${server.url}${DASHBOARD}contacts`)
  const grid = page.locator(CONTACTS.selector)
  await page.setViewportSize({ width: 390, height: 844 })
  await grid.getByRole('row').nth(6).waitFor()
  const shown = await grid
    .locator('tbody tr')
    .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length)
  expect(shown).toBeGreaterThanOrEqual(6)
  await page.setViewportSize({ width: 1920, height: 900 })
  expect((await grid.boundingBox())?.width).toBeGreaterThan(1500)
})
