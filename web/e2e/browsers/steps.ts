import { until } from '#src/testing/time-limits.ts'
import { ADMIN_PATHS } from '#web/admin/paths.ts'
import type { SetUpServer } from '#web/e2e/administration.ts'
import type { Tab } from './engine.ts'

export const PUBLIC_PATHS = [
  '/',
  '/about',
  '/faq',
  '/privacy',
  '/security-tips',
  '/accessibility',
  '/password-checker',
  '/contact',
  '/blog',
  '/sitemap',
]

export const ADMIN_PAGES = ADMIN_PATHS.filter(
  (path) => !['/admin/login', '/admin/setup', '/admin/new-password'].includes(path),
)

/** Elements other than the page that scroll, or would with classic scrollbars, and the page if it scrolls sideways. */
export const SCROLLBARS = `
  const scrolls = (element) =>
    /auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight ||
    /auto|scroll/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth
  const page = document.documentElement
  return [...document.querySelectorAll('body *')].filter(scrolls).map((element) => element.outerHTML.slice(0, 200))
    .concat(page.scrollWidth > page.clientWidth ? ['page'] : [])`

export const textOf = (selector: string) =>
  `return document.querySelector(${JSON.stringify(selector)})?.textContent ?? ''`

export const untilShown = (tab: Tab, text: string) =>
  until(`the page shows ${text}`, () =>
    tab.evaluate(`return document.body.innerText.includes(${JSON.stringify(text)})`),
  )

export const untilEvaluated = (tab: Tab, script: string) => until(script, () => tab.evaluate(script))

export async function openSignedIn(tab: Tab, server: SetUpServer, path: string): Promise<void> {
  await tab.evaluate(`localStorage.adminToken = ${JSON.stringify(server.login.token)}
    localStorage.adminUser = ${JSON.stringify(JSON.stringify(server.login.admin))}`)
  await tab.goto(server.url + path)
}
