import { expect } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PASSWORD, type SetUpServer } from '#web/e2e/administration.ts'
import type { Tab } from './engine.ts'
import { openSignedIn, PUBLIC_PATHS, SCROLLBARS, textOf, untilEvaluated, untilShown } from './steps.ts'

const DASHBOARD = '/admin/dashboard'

const SCREENS = [
  ...['contacts', 'users', 'metrics', 'metrics&view=table', 'audit', 'backups'].map(
    (tab) => `${DASHBOARD}?tab=${tab}`,
  ),
  '/admin/blog?edit=new',
  '/admin/nope',
]

/** By field. */
const LETTER = { Name: 'Grace Hopper', Email: 'grace@example.com', Subject: 'Owls', Message: 'Do owls type?' }

async function fill(tab: Tab, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) {
    await tab.click('input, textarea', label)
    await tab.type(text)
  }
}

const untilPath = (tab: Tab, path: string) =>
  untilEvaluated(tab, `return location.pathname === ${JSON.stringify(path)}`)

const untilClosed = (tab: Tab) =>
  untilEvaluated(tab, 'return document.querySelector("[role=dialog]") === null')

/** What visitors and administrators do, with a title each. Later ones need the posts and messages of earlier ones. */
export const FLOWS: Record<string, (tab: Tab, server: SetUpServer) => Promise<void>> = {
  'every public page works after a reload, in both themes': async (tab, { url }) => {
    for (const path of [...PUBLIC_PATHS, '/no-such-page']) {
      await tab.goto(url + path)
      const isDark = 'document.documentElement.dataset.theme === "dark"'
      const wasDark = await tab.evaluate(`return ${isDark}`)
      await tab.click('header button[data-theme-switch]')
      await untilEvaluated(tab, `return ${isDark} !== ${wasDark}`)
      await tab.goto(url + path)
      expect([path, await tab.evaluate(`return ${isDark}`)]).toEqual([path, !wasDark])
      await untilEvaluated(tab, 'return document.querySelector("main h1") !== null')
    }
  },

  'settings of the generator are kept, and ten passwords are shown at once': async (tab, { url }) => {
    await tab.goto(url)
    const isPlain = `return /^[A-Za-z0-9]{16}$/.test(document.querySelector('[data-part=password]')?.textContent)`
    await tab.click('label', 'Symbols')
    await untilEvaluated(tab, isPlain)
    await tab.goto(url)
    await untilEvaluated(tab, isPlain)
    await tab.click('button', 'Generate Multiple')
    await untilShown(tab, '10 passwords')
    await untilEvaluated(tab, 'return document.querySelectorAll("[role=dialog] li").length === 10')
    await tab.click('[role=dialog] li button')
    await untilShown(tab, 'Copied!')
    await tab.press('Escape')
    await untilClosed(tab)
  },

  'a checked password is rated, and can be shown': async (tab, { url }) => {
    await tab.goto(`${url}/password-checker`)
    await tab.click('input[type=password]')
    await tab.type('aB3!')
    await untilShown(tab, '83%')
    await tab.click('button', 'Show password')
    await untilEvaluated(tab, 'return document.querySelector("main input[type=text]")?.value === "aB3!"')
  },

  'a message from the contact form is read in the admin area': async (tab, server) => {
    await tab.goto(`${server.url}/contact`)
    await untilEvaluated(tab, 'return document.querySelector("main [type=submit]:enabled") !== null')
    await fill(tab, LETTER)
    await tab.click('button', 'Send message')
    await untilShown(tab, 'Message sent')
    await openSignedIn(tab, server, `${DASHBOARD}?tab=contacts`)
    await tab.click('[role=rowheader]', LETTER.Name)
    await untilShown(tab, LETTER.Message)
  },

  'a post is written, published, edited, found and read': async (tab, server) => {
    await tab.goto(server.url)
    // An unsaved post would be opened again.
    await tab.evaluate('localStorage.clear()')
    await openSignedIn(tab, server, '/admin/blog')
    await tab.click('button', 'New Post')
    await fill(tab, { Title: 'Why owls like length', Content: 'Each character counts.' })
    await tab.click('button', 'Publish')
    await untilShown(tab, 'Blog post published successfully')
    await tab.goto(`${server.url}/admin/blog`)
    await tab.click('[role=rowheader]', 'Why owls')
    await untilShown(tab, 'Edit Post')
    await fill(tab, { Tags: 'owls' })
    await tab.click('button', 'Update')
    await untilShown(tab, 'Blog post updated successfully')
    await tab.goto(`${server.url}/blog`)
    await tab.click('input[type=search]')
    await tab.type('owls')
    await tab.press('Enter')
    await untilEvaluated(tab, 'return location.search === "?search=owls"')
    await tab.click('main a', 'Why owls like length')
    await untilPath(tab, '/blog/why-owls-like-length')
    await untilShown(tab, 'Each character counts.')
  },

  'a CSV file is uploaded and listed': async (tab, server) => {
    await tab.goto(server.url)
    await openSignedIn(tab, server, '/admin/settings')
    await untilShown(tab, 'Choose a CSV file')
    const file = join(server.folder, 'listed.csv')
    writeFileSync(file, 'Keyword,Position\nowl passwords,3\n')
    await tab.upload('input[type=file]', file)
    await untilShown(tab, 'Skipped rows')
    await tab.click('button', 'Upload 1 keyword')
    await untilShown(tab, 'Upload another file')
    await tab.click('button', 'View All')
    await untilShown(tab, 'owl passwords')
  },

  'a backup is made and verified': async (tab, server) => {
    await tab.goto(server.url)
    await openSignedIn(tab, server, `${DASHBOARD}?tab=backups`)
    await tab.click('button', 'Back up now')
    await untilShown(tab, 'Completed')
    await tab.click('button', 'More actions for')
    await tab.click('[role=menuitem]', 'Verify')
    await untilShown(tab, 'This backup is complete')
  },

  'a user is added in a dialog': async (tab, server) => {
    await tab.goto(server.url)
    await openSignedIn(tab, server, `${DASHBOARD}?tab=users`)
    await tab.click('button', 'Add User')
    await fill(tab, { Username: 'grace', Email: 'grace@example.com', Password: PASSWORD })
    await tab.click('[role=dialog] [type=submit]')
    await untilShown(tab, 'User created successfully')
  },

  'the palette finds pages and posts': async (tab, server) => {
    await tab.goto(server.url)
    await openSignedIn(tab, server, DASHBOARD)
    await untilShown(tab, "Today's Views")
    for (const [text, path] of [
      ['website', '/admin/website-analyzer'],
      ['why owls', '/admin/blog'],
    ] as const) {
      await tab.press('k', 'Control')
      await untilEvaluated(tab, 'return document.activeElement?.role === "combobox"')
      await tab.type(text)
      await untilEvaluated(
        tab,
        `return document.querySelector('[role=option][aria-selected=true]')?.innerText.toLowerCase().includes('${text}')`,
      )
      await tab.press('Enter')
      await untilPath(tab, path)
    }
  },

  'the other screens of the admin area show no error and no stray scrollbar': async (tab, server) => {
    await tab.goto(server.url)
    await openSignedIn(tab, server, DASHBOARD)
    for (const path of SCREENS) {
      await tab.goto(server.url + path)
      await untilEvaluated(tab, 'return document.querySelector("main h1") !== null')
      await untilEvaluated(tab, 'return document.querySelector("[aria-busy=true]") === null')
      expect([path, await tab.evaluate(SCROLLBARS)]).toEqual([path, []])
      expect([path, await tab.evaluate(textOf('[role=alert]'))]).toEqual([path, ''])
    }
  },

  'an administrator signs in by the form and out again': async (tab, { url }) => {
    await tab.goto(url)
    await tab.evaluate('localStorage.clear()')
    await tab.goto(`${url}/admin/dashboard`)
    await untilPath(tab, '/admin/login')
    await fill(tab, { Username: 'ada', Password: 'not an owl' })
    await tab.press('Enter')
    await untilEvaluated(tab, 'return document.querySelector("[role=alert]") !== null')
    await tab.click('input', 'Password')
    await tab.press('a', 'Control')
    await tab.type(PASSWORD)
    await tab.press('Enter')
    await untilPath(tab, DASHBOARD)
    await tab.click('button', 'A Account')
    await tab.click('button', 'Logout')
    await untilShown(tab, 'Admin Sign In')
    expect(await tab.evaluate('return localStorage.adminToken === undefined')).toBe(true)
  },
}
