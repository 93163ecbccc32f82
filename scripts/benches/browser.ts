import type { Page } from 'playwright-core'
import { callApi, openDatabase, openSignedIn, type SetUpServer, startSetUp } from '#web/e2e/administration.ts'
import { visitor } from '#web/e2e/harness.ts'
import { type Bench, quantile } from '../measure.ts'

const KEYS = 50
const ROWS = 500
const CHARACTERS = 50_000
const SLOWDOWN = 4

const TEXTS = {
  Markdown:
    '## A heading\n\nSome **bold** text with [a link](https://example.com) and `code`.\n\n| One | Two |\n| --- | --- |\n| 1 | 2 |\n\n![An image](/images/1.webp)\n\n```js\nconst one = 1\n```\n\n',
  Korean:
    '## 안전한 비밀번호 🔐\n\n비밀번호는 길수록 좋습니다. **열여섯 글자** 이상이면 👍🏽 충분합니다.\n\n',
}

export const bench: Bench = {
  about: `Processor time of the browser’s main thread until the second frame after a key, in ms; lists slowed ${SLOWDOWN} times`,
  async run() {
    await using server = await startSetUp()
    fill(server)
    await using visit = await visitor()
    const { page } = visit
    await openSignedIn(page, server)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    const readMs = async () => {
      const { metrics } = await devtools.send('Performance.getMetrics')
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
    }
    const rows = [['key', 'median', '95 %']]
    const measure = async (name: string, key: string) => {
      const times: number[] = []
      for (let turn = 0; turn < KEYS; turn++) {
        const before = await readMs()
        await page.keyboard.press(key)
        await page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        )
        times.push((await readMs()) - before)
      }
      rows.push([name, quantile(times).toFixed(1), quantile(times, 0.95).toFixed(1)])
    }

    for (const [language, text] of Object.entries(TEXTS)) {
      await openPost(page, server, text)
      for (const place of [0, 0.5, 1]) {
        await placeCaret(page, place)
        await measure(`${language}, at ${place * 100} % of ${CHARACTERS} characters`, 'a')
      }
    }
    await openBareText(page, TEXTS.Markdown)
    await measure('… in a page with the text only', 'a')
    for (const [name, path] of Object.entries({
      contacts: '/admin/dashboard?tab=contacts',
      posts: '/admin/blog',
      users: '/admin/dashboard?tab=users',
      audit: '/admin/dashboard?tab=audit',
    })) {
      await openList(page, server.url + path)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
      await measure(`j in ${ROWS} ${name}`, 'j')
      await measure(`Shift in ${ROWS} ${name}`, 'Shift')
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    }
    return rows
  },
}

const repeat = (text: string) => text.repeat(Math.ceil(CHARACTERS / text.length)).slice(0, CHARACTERS)

async function openPost(page: Page, server: SetUpServer, text: string) {
  const draft = { title: 'A post', content: repeat(text), status: 'draft' }
  const { body } = await callApi(server, 'POST', '/api/admin/blog/posts', draft, server.login.token)
  await page.goto(`${server.url}/admin/blog?edit=${body.id}`)
  await page.getByLabel('Content').waitFor()
  await page.waitForLoadState('networkidle')
}

const placeCaret = (page: Page, place: number) =>
  page.getByLabel('Content').evaluate((area, place) => {
    if (!(area instanceof HTMLTextAreaElement)) return
    area.focus()
    area.setSelectionRange(area.value.length * place, area.value.length * place)
  }, place)

/** How long the browser itself takes. */
async function openBareText(page: Page, text: string) {
  await page.goto('about:blank')
  await page.setContent(
    `<textarea aria-label=Content style="field-sizing: content; width: 600px; font: 18px/1.625 sans-serif">${repeat(text)}</textarea>`,
  )
  await placeCaret(page, 0.5)
}

async function openList(page: Page, url: string) {
  await page.goto(url)
  const shown = page.locator('tbody tr')
  await shown.first().waitFor()
  for (let count = await shown.count(); count < ROWS; count = await shown.count()) {
    await page.getByRole('button', { name: 'Show more' }).click()
    await shown.nth(count).waitFor()
  }
}

function fill(server: SetUpServer): void {
  using database = openDatabase(server)
  const at = new Date().toISOString()
  const insert = (into: string, values: string) =>
    database.run(
      `INSERT INTO ${into} WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${ROWS})
       SELECT ${values} FROM numbers`,
      [at],
    )
  insert(
    'contacts (name, email, subject, message, status, created_at)',
    "'Person ' || i, 'person' || i || '@example.com', 'A question', 'How does your generator work? ' || i, 'new', ?1",
  )
  insert(
    'users (username, email, password_hash, role, is_active, created_at)',
    "'user' || i, 'user' || i || '@example.com', '', 'admin', 1, ?1",
  )
  insert(
    'posts (slug, title, excerpt, meta_title, meta_description, content, tags, status, published_at, created_at, updated_at)',
    `'post-' || i, 'Post no. ' || i, '', '', '', 'Some words', '["Tag"]', 'published', ?1, ?1, ?1`,
  )
  insert(
    'audit_entries (at, actor, action, subject, detail, address)',
    "?1, 'ada', 'signed_in', 'subject', 'detail', '127.0.0.1'",
  )
}
