import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { estimateStrength } from '#domain/passwords/estimate/estimate.ts'
import { formatGuesses } from '#domain/passwords/verdict/format-guesses.ts'
import { loadStrengthData } from '#src/passwords/strength-data.ts'
import { runExecutable, shareServer, untilHydrated, visitor } from './harness.ts'

const shared = shareServer()

const FIELD = 'Password to check'

async function openChecker(page: Page) {
  const { url } = await shared()
  await page.goto(`${url}/password-checker`)
  const field = page.getByLabel(FIELD)
  const verdict = page.getByRole('region', { name: 'How soon attackers would guess it' })
  const parts = verdict.getByRole('list', { name: 'What was found' }).getByRole('listitem')
  return { field, verdict, parts }
}

test('a weak password that passes all six checks is explained part by part, hidden like the field, with data loaded when the field is focused, and the words of all languages with the first character', async () => {
  await using visit = await visitor()
  const { page } = visit
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  const languages = () => fetched.flatMap((path) => /\/([a-z]{2})-[^/]*\.bin$/.exec(path)?.[1] ?? [])
  const { field, verdict, parts } = await openChecker(page)
  await untilHydrated(page)
  // What the page requests by then comes before this.
  await page.evaluate(() => fetch('/robots.txt'))
  expect(fetched.filter((path) => path.endsWith('.bin') || path.includes('estimat'))).toEqual([])
  const worker = page.waitForEvent('worker')
  await field.focus()
  await worker
  expect(fetched.filter((path) => /(?:characters|passwords|words)-[^/]*\.bin$/.test(path))).toHaveLength(3)
  expect(languages()).toEqual([])

  await field.fill('jessica1987')
  await verdict.getByText('How we know').click()
  await parts.first().waitFor()
  expect(await page.getByRole('button', { name: 'Check known leaks' }).count()).toBe(0)
  expect(await verdict.textContent()).not.toMatch(/jess|1987/)

  await field.fill('P@ssword123!')
  await page.getByText('100%').waitFor()
  await verdict.getByText('Withstands none of the four attacks').waitFor()
  await page.getByText(/^Trust the estimate\. The six checks/).waitFor()
  await page.getByRole('button', { name: 'Show password' }).press('Enter')
  await parts.filter({ hasText: 'the usual last character' }).waitFor()
  const found = await parts.allTextContents()
  expect(found[0]).toMatch(/^P@sswordan? (very )?common password with a capital, with @ for a$|^P@sswordan?/)
  expect(found.join('\n')).toContain('123a sequence')
  expect(found.join('\n')).toContain('!the usual last character')
  await verdict.getByText('Look-alikes such as @ for a hardly help').waitFor()
  const score = page.getByRole('paragraph').filter({ hasText: '100%' })
  const isGrey = () =>
    score.evaluate((element) => {
      const { color } = getComputedStyle(element)
      const bar = element.parentElement?.querySelector('div[aria-hidden] > span > span')
      return bar !== null && bar !== undefined && getComputedStyle(bar).backgroundColor === color
    })
  await page.getByText('Form: six checks, not strength').waitFor()
  expect(await isGrey()).toBe(true)

  await field.fill('Kdjfhvkqjwh1!ewkjfhbvcmnq')
  await verdict
    .getByText('We found no pattern. If you made it up yourself, assume that it’s weaker.')
    .waitFor()
  await verdict.getByText('Withstands one graphics card').waitFor()
  await verdict.getByText('A password withstands an attack that takes 10 years or longer.').waitFor()
  expect(await isGrey()).toBe(false)
  expect(new Set(languages()).size).toBe(languages().length)
  expect(languages().length).toBeGreaterThan(40)
  expect(visit.complaints).toEqual([])
})

test('the page rates what people type in Latin letters or another keyboard as the command does', async () => {
  await using visit = await visitor({ locale: 'de-DE' })
  const { field, verdict } = await openChecker(visit.page)
  const data = await loadStrengthData()
  for (const password of TYPED) {
    await field.fill(password)
    if (password === TYPED[0]) await verdict.getByText('How we know').click()
    const guesses = formatGuesses(estimateStrength(password, data).log10Guesses)
    await verdict
      .getByText(new RegExp(`${guesses}(?![⁰¹²³⁴⁵⁶⁷⁸⁹])`))
      .first()
      .waitFor()
    if (password !== TYPED[0]) continue
    const { out } = await runExecutable(['check'], { input: password })
    expect(out).toContain(`Estimate: ${guesses} guesses.`)
  }
})

const TYPED = [
  'yatebyalyublyu',
  'nihaoshijie',
  'kuchkuchhotahai',
  'annyeonghaseyo',
  'ana bahebak',
  'ghbdtn vfvf',
  'kalimera',
  '비밀번호1',
  'Моя кохана 87',
  'Petrobras2023*',
]

test('an estimate that failed to load is retried with the next character; special passwords have notes, and the last text’s verdict is announced and cleared with the field', async () => {
  await using visit = await visitor({ permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = visit
  await page.route('**/*.bin', (route) => route.abort())
  const { field, verdict, parts } = await openChecker(page)
  await field.fill('qwert')
  await verdict.getByText('The estimate didn’t load.').waitFor()
  await page.unroute('**/*.bin')
  visit.complaints.length = 0
  await field.fill('orbit kettle mango fable tulip verge')
  await page.getByText(/^Trust the estimate\. Length/).waitFor()
  await verdict.getByText('How we know').click()

  await field.fill('qwerty')
  await verdict.getByText('One of the 10 most used passwords in known leaks.').waitFor()
  for (const name of ['Throttled sign-in', 'Slow hash', 'MD5 or SHA-1', 'Rack of graphics cards']) {
    await verdict.getByRole('term').filter({ hasText: name }).waitFor()
  }
  expect(await verdict.getByRole('definition').allTextContents()).toEqual([
    'within minutes',
    'at once',
    'at once',
    'at once',
  ])

  // Above a phone's keyboard of 336 pixels.
  await page.setViewportSize({ width: 390, height: 844 })
  await field.focus()
  await page.evaluate(() => scrollTo(0, 0))
  const sentence = 'Guessed at once: it is one of the most used passwords.'
  for (const text of [sentence, 'Don’t vary it']) {
    const box = await verdict.getByText(text).boundingBox()
    expect(box && box.y + box.height).toBeLessThan(844 - 336)
  }

  await field.fill('aB3$xyz9 '.repeat(1200).slice(0, 10_000))
  await verdict
    .getByText('Only the first 100 characters were evaluated; the other 9900 can only make it stronger.')
    .waitFor()

  await field.fill('')
  await field.pressSequentially('copper violin tundra basket')
  await page.getByRole('button', { name: 'Show password' }).press('Enter')
  await parts.filter({ hasText: 'basket' }).waitFor()
  await verdict.getByText('about 10¹').waitFor()
  await field.fill('')
  await verdict.getByText('as you type').waitFor()
  expect(await parts.count()).toBe(0)

  await field.pressSequentially('Cactus2024!')
  // If typing is slow, its beginning is announced, too.
  await page
    .getByRole('status')
    .filter({
      hasText: /^Guessed within .* once a website’s database leaks\. .* Found: /,
    })
    .waitFor()
  expect(visit.complaints).toEqual([])
})

test('a weak password gets a stronger variant, drawn anew each time, whose old parts are hidden like the field; a strong one gets none', async () => {
  await using visit = await visitor({ permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = visit
  const { field, verdict } = await openChecker(page)
  await field.fill('Summer2024!')
  const better = verdict.getByRole('region', { name: 'Make it stronger' })
  await better.getByRole('button', { name: 'Suggest a variant' }).click()
  await better.getByText('New estimate: about 10²⁵').waitFor()
  await better.getByText('store it in a password manager').waitFor()
  expect(await better.textContent()).not.toMatch(/mmer|2024/)
  const drawn = await better.getByRole('insertion').allTextContents()
  expect(drawn.join('')).toHaveLength(13)

  await page.getByRole('button', { name: 'Show password' }).press('Enter')
  expect(await better.getByRole('deletion').allTextContents()).toEqual(['2024!'])
  await better.getByRole('button', { name: 'Draw another' }).press('Enter')
  await better.getByRole('button', { name: 'Copy variant' }).press('Enter')
  await better.getByRole('status').filter({ hasText: 'Copied' }).waitFor()
  const variant = await page.evaluate(() => navigator.clipboard.readText())
  expect(variant.length).toBe('Summer'.length + 13)
  expect(variant).not.toContain('2024')
  expect(drawn.filter((text) => text.length > 2 && variant.includes(text))).toEqual([])

  await field.fill('Summer2025!')
  await better.getByRole('button', { name: 'Suggest a variant' }).waitFor()
  await field.fill(variant)
  await verdict.getByText(/^Safe even if/).waitFor()

  await field.fill('Summer2024!')
  await better.getByRole('link', { name: 'Make a passphrase instead' }).click()
  await page.waitForURL('**/#generator=passphrase')
  expect(visit.complaints).toEqual([])
})
