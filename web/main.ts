import './site/site.css'
import { recordPageView } from './lib/analytics.ts'
import { startAnalyticsFrame } from './lib/analytics-frame.ts'
import { forgetTypedPasswords } from './lib/forget-typed.ts'
import { showLocalDates } from './lib/local-dates.ts'
import { markPart } from './lib/mark-part.ts'
import { keepForOffline } from './lib/offline.ts'
import { readPageData } from './lib/page-data.ts'
import { holdPresses } from './lib/presses.ts'
import { isReload } from './lib/reload.ts'
import { startTheme } from './lib/theme-choice.ts'
import { afterPaint, nextTask, someTimeLater } from './lib/when-loaded.ts'
import type { FirstGenerator } from './site/home/first-generator.ts'

const page = readPageData()

if (page.analyticsId !== null) {
  startAnalyticsFrame()
  recordPageView(location.pathname)
}

// The first use of a language's words for dates takes a phone longer than all the rest here.
afterPaint(showLocalDates)
markPart()
const stopTheme = startTheme()
const presses = holdPresses()
// The app does the same for its own fields.
const stopForgetting = forgetTypedPasswords()

let isStarted = false
let generator: FirstGenerator | null = null

/** Loads the app into the document; what was pressed until then is pressed again. A failure leaves the page as it is. */
async function start(): Promise<void> {
  if (isStarted) return
  isStarted = true
  try {
    for (const href of page.build.later ?? []) preload(href)
    // Running all the code at once would keep a phone busy for a tenth of a second.
    await import('./lib/hydrate.ts')
    await nextTask()
    const { startApp } = await import('./app.tsx')
    await startApp(page, () => generator?.freeze())
  } catch (error) {
    isStarted = false
    generator?.thaw()
    presses.onFirst(startOrReload)
    throw error
  }
  generator?.stop()
  stopTheme()
  stopForgetting()
  await presses.release()
}

/** The same on a page that was there for a while: the server may have another release by now. */
async function startOrReload(): Promise<void> {
  try {
    await start()
  } catch (error) {
    if (!navigator.onLine || isReload()) throw error
    location.reload()
  }
}

/** Shows the generator without the app. */
async function showGenerator(): Promise<void> {
  const { startFirstGenerator } = await import('./site/home/first-generator.ts')
  if (!isStarted) generator = startFirstGenerator({ begin: startOrReload, leave: presses.leave })
}

function preload(href: string): void {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = href
  document.head.append(link)
}

switch (page.startsOn) {
  case 'press':
    presses.onFirst(startOrReload)
    break
  case 'use':
    presses.onFirst(startOrReload)
    showGenerator().catch(startOrReload)
    // The ad is the app's to show.
    if (page.hasAd) afterPaint(start)
    else someTimeLater(start)
    break
  default:
    afterPaint(start)
}

keepForOffline()
