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
import { afterPaint, nextTask } from './lib/when-loaded.ts'

const page = readPageData()

if (page.analyticsId !== null) {
  startAnalyticsFrame()
  recordPageView(location.pathname)
}

showLocalDates()
markPart()
const stopTheme = startTheme()
const presses = holdPresses()
// The app does the same for its own fields.
const stopForgetting = forgetTypedPasswords()

let isStarted = false

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
    await startApp(page)
  } catch (error) {
    isStarted = false
    presses.onFirst(startOrReload)
    throw error
  }
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

function preload(href: string): void {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = href
  document.head.append(link)
}

if (page.startsOnPress) presses.onFirst(startOrReload)
else afterPaint(start)

keepForOffline()
