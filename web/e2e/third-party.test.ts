import { expect, test } from 'bun:test'
import { fixedPaths } from '#web/router.tsx'
import { startServer, visitor } from './harness.ts'
import { adFile, standInForOthers } from './third-parties.ts'

test('no page asks any other site for anything', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page, complaints } = visit
  const asked = await standInForOthers(page, server.url)
  for (const path of [...fixedPaths, '/nowhere', '/offline']) await page.goto(server.url + path)
  expect([...asked]).toEqual([])
  expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
})

test('an analytics tag is loaded and told what happens, and nothing else may be asked', async () => {
  await using server = await startServer({ env: { ANALYTICS_ID: 'G-ABC1234567' } })
  await using visit = await visitor()
  const { page, complaints } = visit
  const asked = await standInForOthers(page, server.url)
  // The real tag, too, sends something on when it comes.
  await page.addInitScript(
    "standIn = () => fetch('https://region1.google-analytics.com/g/collect', { method: 'POST' })",
  )
  const collected = page.waitForRequest('https://region1.google-analytics.com/**')
  await page.goto(server.url)
  await collected
  await page.getByRole('button', { name: 'Generate New Password' }).click()
  const told: string[] = await page.evaluate("dataLayer.map((told) => [...told].slice(0, 2).join(' '))")
  expect(told.slice(1)).toEqual(['config G-ABC1234567', 'event generated', 'event generated'])
  expect([...asked]).toEqual([
    'https://www.googletagmanager.com/gtag/js',
    'https://region1.google-analytics.com/g/collect',
  ])
  expect(complaints).toEqual([])

  await expect(page.evaluate(() => fetch('https://elsewhere.example/'))).rejects.toThrow('Failed to fetch')
  expect(asked.has('https://elsewhere.example/')).toBe(false)
  expect(complaints.join()).toContain('Content Security Policy')
})

test('an ad is shown with all that it names, in the first document and after moves inside the site', async () => {
  using ad = adFile()
  await using server = await startServer({ env: { AD_SLOT_HTML_FILE: ad.path } })
  await using visit = await visitor()
  const { page, complaints } = visit
  const asked = await standInForOthers(page, server.url)
  const place = page.getByRole('complementary', { name: 'Advertisement' })

  await page.goto(server.url)
  await place.getByText('Shown 1', { exact: true }).waitFor()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Password Checker' }).click()
  await page.getByLabel('Password to check').waitFor()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Password Generator' }).click()
  await place.getByText('Shown 2', { exact: true }).waitFor()

  await page.goto(`${server.url}/faq`)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Password Generator' }).click()
  await place.getByText('Shown 1', { exact: true }).waitFor()
  expect([...asked].toSorted()).toEqual([
    'https://frames.example/ad',
    'https://pictures.example/ad.png',
    'https://scripts.example/ad.js',
  ])
  expect(complaints).toEqual([])
})

test('neither ad nor tag gets near the admin area', async () => {
  using ad = adFile()
  const env = { AD_SLOT_HTML_FILE: ad.path, ANALYTICS_ID: 'G-ABC1234567' }
  await using server = await startServer({ env })
  for (const path of ['/admin/login', '/admin/dashboard', '/admin/nowhere']) {
    const response = await fetch(server.url + path)
    expect(response.headers.get('content-security-policy')).not.toMatch(/example|google/)
    expect(await response.text()).not.toMatch(/G-ABC1234567|scripts\.example/)
  }
})
