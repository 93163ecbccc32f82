import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { startBreachServer } from '#src/testing/breach-server.ts'
import { startServer, visitor, WITH_WORKER } from './harness.ts'
import { type SentRequest, startRecordingProxy } from './recording-proxy.ts'

const KNOWN = 'Words that someone who knows you would try'
const SECRET = 'Qz7 vKx2 Wj9 mPt4'

const textOf = ({ url, headers, body }: SentRequest) => [url, ...headers.flat(), body].join('\n')

/** Hashes and encodings in which a text could be sent. */
function spellingsOf(text: string): string[] {
  const digests = ['md5', 'sha1', 'sha256', 'sha512'].map((name) => createHash(name).update(text).digest())
  return [
    text,
    encodeURIComponent(text),
    ...[Buffer.from(text), ...digests].flatMap((bytes) => [
      bytes.toString('hex'),
      bytes.toString('hex').toUpperCase(),
      bytes.toString('base64url').slice(0, 20),
    ]),
  ]
}

test('no passphrase leaves the browser, generated singly or ten at once', async () => {
  await using server = await startServer()
  await using proxy = startRecordingProxy(server.url)
  await using visit = await visitor({ ...WITH_WORKER, proxy: proxy.settings })
  const { page } = visit
  await page.goto(server.url)
  await page.getByRole('tab', { name: 'Passphrase' }).click()
  const box = page.getByRole('textbox', { name: 'Generated passphrase' })
  await box.waitFor()
  const phrases: string[] = []
  for (let count = 0; count < 10; count++) {
    phrases.push((await box.textContent()) ?? '')
    await page.getByRole('button', { name: 'Generate Passphrase' }).click()
    await box.filter({ hasNotText: phrases.at(-1) ?? '' }).waitFor()
  }
  const counted = page.waitForResponse((response) => response.request().postData() === '{"type":"multiple"}')
  await page.getByRole('button', { name: 'Generate Multiple' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('code').nth(9).waitFor()
  phrases.push(...(await dialog.getByRole('code').allTextContents()))
  await counted
  expect(new Set(phrases).size).toBe(20)

  const everything = proxy.sent.map(textOf).join('\n')
  expect(phrases.flatMap(spellingsOf).filter((secret) => everything.includes(secret))).toEqual([])
  const bodies = proxy.sent.filter(({ url }) => url.includes('/api/track/password')).map(({ body }) => body)
  expect(bodies.filter((body) => !/^\{"type":"(single|multiple)"\}$/.test(body))).toEqual([])
  const stored = await page.evaluate(() => Object.values<string>({ ...localStorage }).join('\n'))
  expect(phrases.filter((phrase) => stored.includes(phrase))).toEqual([])
})

test('words that others know about the visitor change the estimate, and are neither sent nor stored', async () => {
  await using server = await startServer()
  await using proxy = startRecordingProxy(server.url)
  await using visit = await visitor({ ...WITH_WORKER, proxy: proxy.settings })
  const { page } = visit
  await page.goto(`${server.url}/password-checker`)
  await page.getByText(KNOWN).click()
  const words = ['Quillarn Zebulon', 'Wexfordine', '1974-11-03']
  await page.getByRole('textbox', { name: KNOWN }).pressSequentially(words.join(', '))
  const counted = page.waitForResponse('**/api/track/password-checked')
  await page.getByLabel('Password to check').fill('zebulon03111974')
  await page.getByText('Withstands none of the four attacks', { exact: true }).waitFor()
  await page.getByText('a word that someone who knows you would try').first().waitFor()
  await counted

  const everything = proxy.sent.map(textOf).join('\n')
  const pieces = ['Quillarn', 'Zebulon', 'Wexford', ...words]
  const spellings = pieces.flatMap((text) => [text, text.toLowerCase()]).flatMap(spellingsOf)
  expect(spellings.filter((text) => everything.includes(text))).toEqual([])
  const bodies = proxy.sent.filter(({ url }) => url.endsWith('/password-checked')).map(({ body }) => body)
  expect(bodies).toEqual(['{"strength":67}'])
  const kept = await page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const cached = await Promise.all(
      (await caches.keys()).map(async (name) =>
        (await (await caches.open(name)).keys()).map(({ url }) => url),
      ),
    )
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      history.state,
      location.href,
      document.cookie,
      databases,
      cached,
    ])
  })
  expect(pieces.filter((text) => kept.includes(text))).toEqual([])
  expect(server.output()).not.toMatch(/quillarn|zebulon|wexford/i)
})

test('estimate and leak check send nothing but five hexadecimal digits', async () => {
  await using service = startBreachServer({})
  await using server = await startServer({ env: { BREACH_CHECK: 'on', BREACH_CHECK_URL: service.url } })
  await using proxy = startRecordingProxy(server.url)
  await using visit = await visitor({ ...WITH_WORKER, proxy: proxy.settings })
  const { page } = visit
  await page.goto(`${server.url}/password-checker`)
  const counted = page.waitForResponse('**/api/track/password-checked')
  await page.getByLabel('Password to check').fill(SECRET)
  await page.getByText(/^Withstands /).waitFor()
  await counted
  await page.getByRole('button', { name: 'Check known leaks' }).click()
  await page.getByText('Not found in known leaks.').waitFor()

  const hash = createHash('sha1').update(SECRET).digest('hex').toUpperCase()
  const posted = proxy.sent.filter(({ body }) => body !== '')
  const bodies = posted.map(({ url, body }) => `${new URL(url).pathname} ${body}`)
  expect(bodies.filter((body) => body.startsWith('/api/breach-check'))).toEqual([
    `/api/breach-check {"prefix":"${hash.slice(0, 5)}"}`,
  ])
  expect(bodies.filter((body) => !/^\/api\/(breach-check|track\/[a-z-]+) /.test(body))).toEqual([])
  const everything = proxy.sent.map(textOf).join('\n')
  const pieces = [...SECRET].slice(0, -3).map((_, start) => SECRET.slice(start, start + 4))
  const secrets = [...spellingsOf(SECRET), ...pieces, hash.slice(0, 6), hash.slice(5, 15)]
  expect(secrets.filter((secret) => everything.includes(secret))).toEqual([])
  expect(service.requests.map(({ path }) => path)).toEqual([`/range/${hash.slice(0, 5)}`])
})
