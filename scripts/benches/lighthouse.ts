import { existsSync } from 'node:fs'
import * as z from 'zod/mini'
import { slownessOf, workMs } from '#src/testing/fixed-work.ts'
import { firefox } from '#web/e2e/browsers/firefox.ts'
import { startServer } from '#web/e2e/harness.ts'
import { CHROMIUM } from '#web/e2e/tabs.ts'
import { type Bench, interleaved, quantile } from '../measure.ts'

const VERSION = '13.5.0'
const FOLDER = `.tools/lighthouse-${VERSION}`
const RUNS = 5
const WORK_RUNS = 100
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
/** In ms, except the last. */
const AUDITS = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']
const PAGES = {
  'the generator': '/',
  'the checker': '/password-checker',
  'the blog': '/blog',
  'a post': '/blog/passwords-for-the-whole-family',
  'the contact form': '/contact',
}

type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

/** Navigation to first contentful paint and to load, in ms. */
const Times = z.tuple([z.number(), z.number()])
const READ_TIMES = `return new Promise((resolve) => {
  const { loadEventStart } = performance.getEntriesByType('navigation')[0]
  new PerformanceObserver((list) => {
    const paint = list.getEntriesByName('first-contentful-paint')[0]
    if (paint) resolve([paint.startTime, loadEventStart])
  }).observe({ type: 'paint', buffered: true })
})`

export const bench: Bench = {
  about: `Medians of ${RUNS} runs of Lighthouse on pages of a demo (phone, slow 4G), and of first paint; load in Firefox, in ms`,
  async run() {
    if (!existsSync(`${FOLDER}/node_modules`)) await fetchLighthouse()
    await using server = await startServer({ flags: ['--demo'] })
    const measured = await interleaved(
      RUNS,
      Object.fromEntries(
        Object.entries(PAGES).map(([name, path]) => [name, () => measure(server.url + path)]),
      ),
    )
    return [
      ['page', ...CATEGORIES, ...AUDITS, 'Firefox', 'slowness'],
      ...[...measured].map(([name, runs]) => {
        const median = (read: (run: (typeof runs)[number]) => number) => quantile(runs.map(read))
        return [
          name,
          ...CATEGORIES.map((_, at) => median(({ scores }) => scores[at] ?? Number.NaN).toFixed(0)),
          ...AUDITS.map((id, at) =>
            median(({ audits }) => audits[at] ?? Number.NaN).toFixed(id.endsWith('shift') ? 3 : 0),
          ),
          [0, 1].map((at) => median(({ times }) => times?.[at] ?? Number.NaN).toFixed(0)).join('; '),
          median(({ slowness }) => slowness).toFixed(1),
        ]
      }),
    ]
  },
}

async function measure(url: string) {
  const { categories, audits } = await runLighthouse(url)
  return {
    scores: CATEGORIES.map((id) => (categories[id]?.score ?? Number.NaN) * 100),
    audits: AUDITS.map((id) => audits[id]?.numericValue ?? Number.NaN),
    times: await timesInFirefox(url),
    slowness: slownessOf(Array.from({ length: WORK_RUNS }, workMs)),
  }
}

async function runLighthouse(url: string): Promise<Report> {
  const report = await run([
    `${FOLDER}/node_modules/lighthouse/cli/index.js`,
    url,
    '--output=json',
    '--quiet',
    `--only-categories=${CATEGORIES.join()}`,
    '--no-enable-error-reporting',
    '--chrome-flags=--headless --no-sandbox',
  ])
  return JSON.parse(report)
}

/** In a new profile; null without Firefox. */
async function timesInFirefox(url: string) {
  if (firefox.open === null) return null
  await using tab = await firefox.open()
  await tab.goto(url)
  return Times.parse(await tab.evaluate(READ_TIMES))
}

/** Not a dependency, because it takes 176 MB. */
async function fetchLighthouse(): Promise<void> {
  await Bun.write(`${FOLDER}/package.json`, '{ "private": true }')
  await run(['add', '--cwd', FOLDER, '--exact', '--ignore-scripts', `lighthouse@${VERSION}`])
}

async function run(args: string[]): Promise<string> {
  const child = Bun.spawn([process.execPath, ...args], {
    env: { ...process.env, CHROME_PATH: CHROMIUM },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  if ((await child.exited) !== 0) throw new Error(errors)
  return output
}
