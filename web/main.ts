import './site/site.css'
import { recordPageView } from './lib/analytics.ts'
import { clearPasswordFields } from './lib/clear-password-fields.ts'
import { onFirstUse, recordPresses } from './lib/early-presses.ts'
import { highlightSection } from './lib/highlight-section.ts'
import { showLocalDates } from './lib/local-dates.ts'
import { registerServiceWorker } from './lib/offline.ts'
import { readPageData } from './lib/page-data.ts'
import { isReload, reloadUnlessLeaving } from './lib/reload.ts'
import { afterPaint, nextTask } from './lib/scheduling.ts'
import { startTheme } from './lib/theme-choice.ts'
import type { FirstGenerator } from './site/home/first-generator.ts'

const page = readPageData()

if (page.analyticsId !== null) {
  recordPageView(location.pathname)
  void import('./lib/analytics-frame.ts').then(({ startAnalyticsFrame }) => startAnalyticsFrame())
}

// The first use of Intl takes 50 ms on a phone.
afterPaint(showLocalDates)
highlightSection()
const stopTheme = startTheme()
const presses = recordPresses()
const stopClearing = clearPasswordFields()

let isStarted = false
let generator: FirstGenerator | null = null

/** Loads the app and replays earlier presses. */
async function start(): Promise<void> {
  if (isStarted) return
  isStarted = true
  try {
    for (const href of page.build.later ?? []) preload(href)
    // In separate tasks: together, the code would block a phone for 100 ms.
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
  stopClearing()
  await presses.release()
}

/** Reloads on failure, because the server may have a newer release. */
const startOrReload = (): Promise<void> =>
  start().catch((error) => {
    if (!navigator.onLine || isReload()) throw error
    reloadUnlessLeaving()
  })

async function showGenerator(): Promise<void> {
  const { startFirstGenerator } = await import('./site/home/first-generator.ts')
  if (!isStarted) generator = startFirstGenerator({ page, loadApp: startOrReload, ignore: presses.ignore })
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
  case 'use': {
    presses.onFirst(startOrReload)
    const shown = showGenerator().catch(startOrReload)
    // After the password, because the pointer may move from the start.
    onFirstUse(() => shown.then(startOrReload))
    if (page.hasAd) afterPaint(start)
    break
  }
  default:
    afterPaint(start)
}

registerServiceWorker()
