import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FIRST_STEPS_PATH, type FirstSteps, type SettingInForce } from '#domain/configuration.ts'
import { recordAudit } from '#src/audit/store.ts'
import { readConfig, SETTINGS } from '#src/config.ts'
import { actor } from '#src/testing/actor.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'
import { noteUnconfirmed } from '#src/users/unconfirmed-setup.ts'

const CANARY = 'canary-6f1d2c93b7'

async function readSettings(args: string[], env: Record<string, string>): Promise<SettingInForce[]> {
  const app = await testApp({ settings: readConfig(args, { TZ: 'UTC', ...env }) })
  const { authorization } = await makeUser(app, 'admin')
  const response = await app.call('/api/admin/configuration', { headers: { authorization } })
  expect(response.status).toBe(200)
  return response.json()
}

test('lists every setting with its value in force, where it came from and its documentation', async () => {
  const shown = await readSettings(['--site-name', 'Schlüssel', '--seo-rating=off'], {
    SITE_NAME: 'Overridden',
    BACKUP_KEEP: ' 14 ',
    GENERATOR_DEFAULTS: 'length=20',
  })
  expect(shown.map(({ env }) => env)).toEqual(SETTINGS.map(({ env }) => env))
  const of = (name: string) => {
    const { source, value, isSet, doc } = shown.find(({ env }) => env === name) ?? {}
    return { source, value, isSet, doc }
  }
  const customizing = { isSet: true, doc: 'docs/customizing.md' }
  expect(of('SITE_NAME')).toEqual({ source: 'flag', value: 'Schlüssel', ...customizing })
  expect(of('SEO_RATING')).toEqual({ source: 'flag', value: 'off', ...customizing })
  expect(of('GENERATOR_DEFAULTS')).toEqual({ source: 'environment', value: 'length=20', ...customizing })
  expect(of('BACKUP_KEEP')).toMatchObject({ source: 'environment', value: '14' })
  expect(of('PORT')).toMatchObject({ source: 'default', value: '3000', doc: 'docs/settings.md' })
  expect(of('WEBHOOK_ALLOW_PRIVATE')).toMatchObject({ source: 'default', value: 'off', isSet: true })
  expect(of('TRUST_PROXY')).toMatchObject({ source: 'default', value: null, isSet: false })
  expect(of('LOGO_FILE')).toMatchObject({ source: 'default', value: null, isSet: false })
})

/** Values that may contain a secret: settings for secrets, and addresses with a username and password or a token. */
const secretsOf = ({ env }: { env: string }) => {
  const [example] = /(TOKEN|SECRET|KEY)$/.test(env) ? [CANARY] : []
  return [
    example,
    ...['smtp', 'libsql', 'https'].flatMap((scheme) => [
      `${scheme}://user:${CANARY}@example.com`,
      `${scheme}://example.com/${CANARY}`,
      `${scheme}://example.com/?authToken=${CANARY}`,
    ]),
  ].filter((value) => value !== undefined)
}

const NEEDED: Record<string, string> = {
  NOTIFY_EMAIL: 'a@b.example',
  SMTP_URL: 'smtp://mail.example',
  DATABASE_URL: 'http://127.0.0.1:8081',
  WEBHOOK_URL: 'https://hooks.example',
}

test('no secret is shown, only whether it is set', async () => {
  const leaks: string[] = []
  let tried = 0
  using folder = temporaryFolder()
  const file = join(folder.path, 'secret')
  for (const setting of SETTINGS.filter(({ env }) => /TOKEN|SECRET$|API_KEY|_URL$/.test(env))) {
    for (const value of secretsOf(setting)) {
      const env: Record<string, string> = { ...NEEDED, [setting.env]: value }
      if (!isAccepted(env)) continue
      tried += 1
      const shown = await readSettings([], env)
      const entry = shown.find(({ env: name }) => name === setting.env)
      expect(entry).toMatchObject({ isSet: true, source: 'environment' })
      if (JSON.stringify(shown).includes(CANARY) && !PUBLIC.has(setting.env))
        leaks.push(`${setting.env}: ${value}`)
      if (!entry?.isSecret) continue
      writeFileSync(file, value)
      const { [setting.env]: _, ...others } = env
      const fromFile = await readSettings([], { ...others, [`${setting.env}_FILE`]: file })
      expect(fromFile).toEqual(shown.map((each) => (each === entry ? { ...entry, source: 'file' } : each)))
    }
  }
  expect(tried).toBeGreaterThan(15)
  expect(leaks).toEqual([])
})

/** Their addresses can't contain credentials, only paths. */
const PUBLIC = new Set(['OPENAI_BASE_URL', 'BREACH_CHECK_URL'])

function isAccepted(env: Record<string, string>): boolean {
  try {
    return readConfig([], env).given.length > 0
  } catch {
    return false
  }
}

async function readSteps(app: Awaited<ReturnType<typeof testApp>>, authorization: string) {
  const response = await app.call(FIRST_STEPS_PATH, { headers: { authorization } })
  const { isDismissed, steps }: FirstSteps = await response.json()
  return { isDismissed, steps, open: steps.filter(({ isDone }) => !isDone).map(({ name }) => name) }
}

test('the first steps say what is left to do, and which settings do it', async () => {
  const app = await testApp()
  const { user, authorization } = await makeUser(app, 'admin')
  await app.db.transaction((tx) => noteUnconfirmed(tx, user.id, NOON))
  const { steps, open } = await readSteps(app, authorization)
  expect(open).toEqual([
    'setup',
    'address',
    'branding',
    'secondStep',
    'notices',
    'backup',
    'retention',
    'operator',
  ])
  expect(steps.find(({ name }) => name === 'retention')?.settings).toEqual([
    { env: 'CONTACT_KEEP_DAYS', doc: 'docs/messages.md' },
  ])
  expect(steps.find(({ name }) => name === 'operator')?.settings).toEqual([
    { env: 'OPERATOR', doc: 'docs/customizing.md' },
    { env: 'OPERATOR_CONTACT', doc: 'docs/customizing.md' },
  ])
  expect(steps.filter(({ settings }) => settings.length === 0)).toEqual([])
})

test('the steps that are done are not left', async () => {
  const settings = readConfig([], {
    SITE_URL: 'https://example.com',
    SITE_NAME: 'Schlüssel',
    LOGO_FILE: 'logo.svg',
    CONTACT_KEEP_DAYS: '90',
    OPERATOR: 'Schlüssel GmbH',
    OPERATOR_CONTACT: 'Berlin, post@schluessel.example',
  })
  const app = await testApp({ settings })
  const { authorization } = await makeUser(app, 'admin')
  expect((await readSteps(app, authorization)).open).toEqual(['secondStep', 'notices', 'backup'])
  await recordAudit(app.db, actor, { action: 'backup_made' }, NOON)
  expect((await readSteps(app, authorization)).open).toEqual(['secondStep', 'notices'])
})

test('dismissing the first steps hides them from all administrators, and is audited once', async () => {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'admin')
  const other = await makeUser(app, 'super_admin')
  for (let times = 0; times < 2; times++) {
    const response = await app.call(`${FIRST_STEPS_PATH}/dismiss`, {
      method: 'POST',
      headers: { authorization },
    })
    expect(response.status).toBe(200)
  }
  expect((await readSteps(app, other.authorization)).isDismissed).toBe(true)
  const entries = await (
    await app.call('/api/admin/audit?action=first_steps_dismissed', {
      headers: { authorization: other.authorization },
    })
  ).json()
  expect(entries).toHaveLength(1)
})
