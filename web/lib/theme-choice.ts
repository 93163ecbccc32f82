import { keep, readStored } from './storage.ts'
import { THEME_COLORS } from './theme-colors.ts'

export type Theme = 'light' | 'dark'

const STORAGE_KEY = 'theme'

/** Marks the buttons that switch the theme. */
export const THEME_SWITCH = 'data-theme-switch'

export const themeSwitchLabel = (theme: Theme): string =>
  theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'

export const shownTheme = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')

/** Shows the other theme and stores it. */
export function switchTheme(): Theme {
  const next = shownTheme() === 'dark' ? 'light' : 'dark'
  show(next)
  keep(STORAGE_KEY, next)
  return next
}

/** Shows what another tab chose and calls `follow` with it; returns the way to stop. */
export function followTheme(follow: (theme: Theme) => void): () => void {
  const showStored = () => {
    const stored = readStored(STORAGE_KEY) === 'dark' ? 'dark' : 'light'
    show(stored)
    follow(stored)
  }
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY || key === null) showStored()
  }
  // A page brought back whole by the back button slept through what other pages stored.
  const onReturn = ({ persisted }: PageTransitionEvent) => {
    if (persisted) showStored()
  }
  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', onReturn)
  return () => {
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', onReturn)
  }
}

/** The theme's switch without the app: a page to read may never load it. Returns the way to stop. */
export function startTheme(): () => void {
  describe(shownTheme())
  const stopFollowing = followTheme(describe)
  const onClick = (event: MouseEvent) => {
    const isSwitch = event.target instanceof Element && event.target.closest(`[${THEME_SWITCH}]`) !== null
    if (!isSwitch) return
    event.stopImmediatePropagation()
    describe(switchTheme())
  }
  window.addEventListener('click', onClick, true)
  return () => {
    stopFollowing()
    window.removeEventListener('click', onClick, true)
  }
}

/** Says of the theme in the document what the server, which doesn't know it, couldn't. */
function describe(theme: Theme): void {
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', THEME_COLORS[theme])
  for (const button of document.querySelectorAll(`[${THEME_SWITCH}]`)) {
    button.setAttribute('aria-label', themeSwitchLabel(theme))
  }
}

function show(theme: Theme): void {
  if (theme === 'dark') document.documentElement.dataset.theme = 'dark'
  else delete document.documentElement.dataset.theme
}
