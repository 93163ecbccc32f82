import { afterAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { isLong } from '#src/testing/attack.ts'
import { TEST_MS, until } from '#src/testing/time-limits.ts'
import { type SetUpServer, startSetUp } from '#web/e2e/administration.ts'
import type { Engine, Tab } from './engine.ts'
import { firefox } from './firefox.ts'
import { FLOWS } from './flows.ts'
import {
  ADMIN_PAGES,
  openSignedIn,
  PUBLIC_PATHS,
  SCROLLBARS,
  textOf,
  untilEvaluated,
  untilShown,
} from './steps.ts'
import { webkit } from './webkit.ts'

const Heights = z.tuple([z.number(), z.number()])

const FIELD = 'input[type=password]'
const CSV = 'Keyword,Position,Search Volume,Traffic\npassword vault,2,50,7\nstrong password,4,90,3\n'

describe.each([firefox, webkit])('$name', ({ name, open }: Engine) => {
  const missing = open === null ? `, but here is no ${name}` : ''
  const opened: Promise<{ tab: Tab; server: SetUpServer }> | null = open === null ? null : start(open)
  afterAll(async () => {
    const shared = await opened
    await shared?.tab[Symbol.asyncDispose]()
    await shared?.server[Symbol.asyncDispose]()
  })

  const walk = (title: string, steps: (tab: Tab, server: SetUpServer) => Promise<void>) =>
    test.skipIf(opened === null)(
      title + missing,
      async () => {
        const shared = await opened
        if (shared) await steps(shared.tab, shared.server)
      },
      TEST_MS,
    )

  const walkLong: typeof walk = (title, steps) => {
    if (isLong) walk(title, steps)
  }

  walk('one or three clicks select the password, and Ctrl+C copies it alone', async (tab, { url }) => {
    for (const times of [1, 3]) {
      await tab.goto(url)
      await untilEvaluated(
        tab,
        'return /^.{16}$/.test(document.querySelector("[data-part=password]")?.textContent)',
      )
      await tab.click('[data-part=password]', '', times)
      const password = await tab.evaluate(textOf('[data-part=password]'))
      expect(await tab.evaluate('return getSelection().toString().trim()')).toBe(password)
      await tab.press('c', 'Control')
      await tab.goto(`${url}/contact`)
      await tab.click('textarea')
      await tab.press('v', 'Control')
      expect(await tab.evaluate('return document.querySelector("textarea").value')).toBe(password)
    }
  })

  walkLong('public pages have no scrollbar but the page’s', async (tab, { url }) => {
    for (const path of PUBLIC_PATHS) {
      await tab.goto(url + path)
      expect([path, await tab.evaluate(SCROLLBARS)]).toEqual([path, []])
    }
  })

  walk('a CSV file is uploaded after a visit to a public page', async (tab, server) => {
    await tab.goto(server.url)
    // A service worker takes over the pages that are opened once it is ready.
    await tab.evaluate('navigator.serviceWorker?.ready.then(() => { document.title = "ready" })')
    await untilEvaluated(tab, 'return document.title === "ready" || !isSecureContext')
    await tab.goto(server.url)
    await untilEvaluated(tab, 'return navigator.serviceWorker?.controller !== null || !isSecureContext')
    await openSignedIn(tab, server, '/admin/settings')
    await untilShown(tab, 'Choose a CSV file')
    const file = join(server.folder, 'keywords.csv')
    writeFileSync(file, CSV)
    await tab.upload('input[type=file]', file)
    await untilShown(tab, 'Upload 2 keywords')
  })

  walkLong('title, content and excerpt of a post grow with their texts', async (tab, server) => {
    await tab.goto(server.url)
    await openSignedIn(tab, server, '/admin/blog?edit=new')
    await untilShown(tab, 'Excerpt')
    for (const label of ['Title', 'Content', 'Excerpt']) {
      const area = `[...document.querySelectorAll('label')].find(({ textContent }) => textContent.startsWith('${label}')).control`
      const write = (text: string) =>
        tab.evaluate(`
          const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')
          set.call(${area}, ${JSON.stringify(text)})
          ;${area}.dispatchEvent(new Event('input', { bubbles: true }))`)
      const heights = async () =>
        Heights.parse(
          await tab.evaluate(`const area = ${area}; return [area.clientHeight, area.scrollHeight]`),
        )
      await write('Short')
      const [least] = await heights()
      await write('What a long text this is! '.repeat(80))
      await until(`${label} shows all of a long text`, async () => {
        const [height, needed] = await heights()
        return height > 1.5 * least && height >= needed
      })
      await write('Short')
      await until(`${label} shrinks`, async () => (await heights())[0] === least)
    }
  })

  walk('every page of the admin area shows its content', async (tab, server) => {
    await tab.goto(server.url)
    await openSignedIn(tab, server, '/admin/dashboard')
    for (const path of ADMIN_PAGES) {
      await tab.goto(server.url + path)
      await untilEvaluated(tab, 'return document.querySelector("main h1") !== null')
      await untilEvaluated(tab, 'return document.querySelector("[aria-busy=true]") === null')
      expect([path, await tab.evaluate('return location.pathname')]).toEqual([path, path])
    }
  })

  walk('the generator, its promise and the theme switch work', async (tab, { url }) => {
    await tab.goto(url)
    const shown = () => tab.evaluate(textOf('[data-part=password]'))
    await until('a password is shown', async () => (await shown()) !== '')
    const first = await shown()
    await tab.click('[data-part=another]')
    await until('another password is shown', async () => (await shown()) !== first)
    await tab.click('[data-part=promise]')
    await untilShown(tab, 'What left your browser')
    await tab.click('header button[data-theme-switch]')
    await untilEvaluated(tab, 'return document.documentElement.dataset.theme === "dark"')
  })

  for (const [title, steps] of Object.entries(FLOWS)) walkLong(title, steps)

  // Last: once Firefox has restored a page, Puppeteer waits for ever for others to load.
  walk('the checker rates what is typed after Back', async (tab, { url }) => {
    await tab.goto(`${url}/password-checker`)
    await tab.evaluate(KEEP_WORKER)
    await tab.click(FIELD)
    await tab.type('Quillarn1987!')
    await untilShown(tab, '%')
    await untilEvaluated(tab, 'return !document.body.innerText.includes("Estimating")')
    // React has work to do when the page is left.
    await tab.evaluate('addEventListener("pagehide", () => kept.worker.dispatchEvent(kept.event), true)')
    // Later, because a script that the page doesn't outlive may never return.
    await tab.evaluate('setTimeout(() => { location.href = "/robots.txt" })')
    await untilEvaluated(tab, 'return location.pathname === "/robots.txt"')
    await tab.evaluate('setTimeout(() => history.back())')
    await untilEvaluated(tab, 'return location.pathname === "/password-checker"')
    await tab.click(FIELD)
    expect(await tab.evaluate(`return document.querySelector(${JSON.stringify(FIELD)}).value`)).toBe('')
    await tab.type('correct horse')
    await untilShown(tab, 'Found: 2 words')
  })
})

/** Keeps the estimator's worker and its last answer. */
const KEEP_WORKER = `
  const { postMessage } = Worker.prototype
  Worker.prototype.postMessage = function (...args) {
    this.addEventListener('message', ({ data }) => {
      window.kept = { worker: this, event: new MessageEvent('message', { data }) }
    })
    return postMessage.apply(this, args)
  }`

async function start(open: () => Promise<Tab>) {
  const [tab, server] = await Promise.all([open(), startSetUp()])
  return { tab, server }
}
