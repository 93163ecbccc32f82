import { expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { startServer, untilHydrated, visitor, WITH_WORKER } from './harness.ts'
import { untilApp } from './home.ts'
import { type SentRequest, startRecordingProxy } from './recording-proxy.ts'

const GENERATED_COUNT = 50
const PIECE_LENGTH = 4
const TYPING_PAUSE_MS = 1_100
const TEST_MS = 90_000

/** Chromium itself asks this service about form fields on any site. */
const FIELD_SERVICE = 'content-autofill.googleapis.com:443'

// Varied input. No four-character piece occurs in URLs, ports or headers by chance, and no length is a percentage
// that a check may send.
const TYPED = [
  'Zq7!vKx2#Wj9',
  'xqzjvkwqzx',
  'QXZJVKWQZXJ',
  '917-403-826-593-8',
  '~^&*)(_+}{|?><',
  'correct horse battery staple',
  'Tr0ub4dor&3?zq',
  'qwertyZUIOPü1x2y3z',
  'letmein!Plz7&k',
  'пароль-вполне-надёжный',
  '密码很安全吗谁知道呢九个',
  '🔑🗝🔒🔓🛡⚙🧩🎲🪙',
  'wJ4%kd 92;Lmz ~q',
  '<b onzqvk=xj(7)>',
  '"; DROP TABLE zq; --',
  'zq\\u0041\\n%20%zz&x=y7',
  'ÄÖÜäöüßéèêñçøåœæþð',
  'my Dog ate 7 blue hats!',
  'GvN8gQm3ZtR5kYw7HdX2bLs9',
  'j@ck-ZQ.1x9y_Kw#',
]

/** Generates fifty passwords, checks the typed ones, and returns the fifty. */
async function useBothTools(page: Page, url: string, typed: string[]): Promise<string[]> {
  await page.clock.install()
  await page.goto(url)
  await untilApp(page)
  const box = page.getByRole('textbox', { name: 'Generated password' })
  const shown = async () => (await box.textContent()) ?? ''
  const generated = [await shown()]
  await page.getByRole('button', { name: 'Copy password' }).click()
  await page.getByRole('spinbutton', { name: 'Number of characters' }).fill('23')
  generated.push(await shown())
  while (generated.length < GENERATED_COUNT - 10) {
    await page.getByRole('button', { name: 'Generate New Password' }).click()
    generated.push(await shown())
  }
  await page.getByRole('button', { name: 'Generate Multiple' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  generated.push(...(await dialog.getByRole('code').allTextContents()))
  await page.getByRole('button', { name: 'Copy all' }).click()
  await page.keyboard.press('Escape')

  await page.goto(`${url}/password-checker`)
  await untilHydrated(page)
  const input = page.getByLabel('Password to check')
  for (const password of typed) {
    await input.fill('')
    await input.pressSequentially(password)
    const counted = page.waitForResponse('**/api/track/password-checked')
    await page.clock.runFor(TYPING_PAUSE_MS)
    await counted
  }
  return generated
}

const textOf = ({ url, headers, body }: SentRequest) => [url, ...headers.flat(), body].join('\n')

/** As sent, and percent-decoded. */
function decodings(text: string): string[] {
  const plain = text.replace(/(?:%[0-9a-f]{2})+/gi, (code) =>
    Buffer.from(code.replaceAll('%', ''), 'hex').toString(),
  )
  return [text, plain]
}

function piecesOf(password: string): string[] {
  const characters = [...password]
  const count = characters.length - PIECE_LENGTH + 1
  return Array.from({ length: count }, (_, start) => characters.slice(start, start + PIECE_LENGTH).join(''))
}

/** Hashes and encodings that would reveal a password. */
function derivativesOf(password: string): string[] {
  const digests = (['md5', 'sha1', 'sha256', 'sha512'] as const).map((name) =>
    new Bun.CryptoHasher(name).update(password).digest(),
  )
  return [Buffer.from(password), ...digests].flatMap((bytes) =>
    (['hex', 'base64', 'base64url'] as const).map((form) => bytes.toString(form).replace(/=+$/, '')),
  )
}

/** All values in a JSON body, as text. */
function valuesIn(body: string): string[] {
  const values: string[] = []
  const note = (_: string, value: unknown) => {
    values.push(String(value))
    return value
  }
  if (body !== '') JSON.parse(body, note)
  return values
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
}

test(
  'no password, part of one, length or hash leaves the browser',
  async () => {
    await using server = await startServer()
    await using earlierProxy = startRecordingProxy(server.url)
    await using proxy = startRecordingProxy(server.url)
    const permissions = ['clipboard-read', 'clipboard-write']
    await using earlier = await visitor({ ...WITH_WORKER, permissions, proxy: earlierProxy.settings })
    await using watched = await visitor({ ...WITH_WORKER, permissions, proxy: proxy.settings })
    await useBothTools(earlier.page, server.url, ['password'])
    const generated = await useBothTools(watched.page, server.url, TYPED)
    const { sent } = proxy
    const passwords = [...TYPED, ...generated]

    expect(new Set(generated).size).toBe(GENERATED_COUNT)
    expect(sent.filter(({ url }) => url.endsWith('/password-generated'))).toHaveLength(GENERATED_COUNT)
    expect(sent.filter(({ url }) => url.endsWith('/password-checked'))).toHaveLength(TYPED.length)
    const elsewhere = sent.map(({ url }) => url).filter((url) => !url.startsWith(`${server.url}/`))
    expect(elsewhere.filter((url) => url !== FIELD_SERVICE)).toEqual([])

    // Random pieces may occur in a header by chance. Those that an earlier visitor with other passwords sent, too,
    // reveal nothing.
    const usual = earlierProxy.sent.map(textOf).join('\n')
    const generatedPieces = generated.flatMap(piecesOf).filter((piece) => !usual.includes(piece))
    expect(generatedPieces.length).toBeGreaterThan(GENERATED_COUNT * 12)
    const secrets = [...TYPED.flatMap(piecesOf), ...generatedPieces, ...passwords.flatMap(derivativesOf)]
    const everything = sent.map(textOf).flatMap(decodings).join('\n')
    expect(secrets.filter((secret) => everything.includes(secret))).toEqual([])

    const lengths = passwords.flatMap((password) => [password.length, [...password].length])
    const values = new Set(sent.flatMap(({ body }) => valuesIn(body)))
    expect(lengths.filter((length) => values.has(String(length)))).toEqual([])

    const atTheServer = [
      server.output(),
      ...filesUnder(server.folder).map((path) => readFileSync(path, 'utf8')),
    ]
    const inStorage = await watched.page.evaluate(() =>
      [localStorage, sessionStorage].flatMap((storage) => Object.values<string>({ ...storage })),
    )
    const kept = [...atTheServer, ...inStorage].join('\n')
    expect(passwords.filter((password) => kept.includes(password))).toEqual([])
    expect(await watched.page.context().cookies()).toEqual([])
  },
  TEST_MS,
)
