import { ANALYZER_PATH } from '#domain/analyses.ts'
import { createAnalysis } from '#src/analyses/store.ts'
import type { Engine } from '#src/db/engine.ts'
import { analyses } from '#src/db/schema.ts'
import { jobsOf } from '#src/jobs.ts'
import { actor } from './actor.ts'
import { fakeWeb, type Site } from './fake-web.ts'
import { makeUser } from './make-user.ts'
import { NOON, testApp } from './test-app.ts'

export const URL_A = 'https://www.example.com/'
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const after = (milliseconds: number) => new Date(NOON.getTime() + milliseconds)
export const at = (milliseconds: number) => after(milliseconds).toISOString()

export const DOWN = { reason: 'The website did not respond.' }

type SiteAt = Parameters<typeof fakeWeb>[0]

export async function openInstance(siteAt: SiteAt, engine?: Engine) {
  const clock = { now: NOON }
  const { web, requests } = fakeWeb(siteAt)
  const app = await testApp({ web, clock, ...(engine ? { engine } : {}) })
  const jobs = jobsOf({ ...app, now: () => clock.now })
  const run = (name: string) =>
    jobs.find((job) => job.name === name)?.run(new AbortController().signal) ??
    Promise.reject(new Error(name))

  /** Runs all work that is due `milliseconds` after noon. */
  async function minute(milliseconds: number): Promise<void> {
    await begin(milliseconds)
    await app.analyzer.idle()
  }
  async function begin(milliseconds: number): Promise<void> {
    clock.now = after(milliseconds)
    await run('analyses')
  }
  async function renew(milliseconds: number): Promise<void> {
    clock.now = after(milliseconds)
    await run('running analyses')
  }
  const read = async () => (await app.db.select().from(analyses))[0]
  return { app, clock, requests, minute, begin, renew, read }
}

/** Has an admin and the analysis 1 of URL_A, made at noon; the site's content can be changed. */
export async function signedInApp(first: Site = {}) {
  let site: Site | SiteAt = first
  const here = await openInstance((address, signal) =>
    typeof site === 'function' ? site(address, signal) : site,
  )
  await createAnalysis(here.app.db, actor, URL_A, NOON)
  await here.minute(0)
  let calls = 0
  /** Signs in for each call, because days may pass between calls. */
  async function ask(method: string, path: string, json?: unknown): Promise<Response> {
    calls += 1
    const { authorization } = await makeUser(here.app, 'admin', `admin-${calls}`)
    return here.app.call(`${ANALYZER_PATH}${path}`, { method, json, headers: { authorization } })
  }
  const toggle = (autoUpdate: unknown) => ask('PATCH', '/analysis/1/auto-update', { autoUpdate })
  const become = (next: Site | SiteAt) => {
    site = next
  }
  return { ...here, ask, toggle, become }
}
