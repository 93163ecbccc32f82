import { readStored, writeStored } from './storage.ts'
import { THEME_COLORS } from './theme-colors.ts'

export type Theme = 'light' | 'dark'

const STORAGE_KEY = 'theme'

export const THEME_SWITCH = 'data-theme-switch'

export const themeSwitchLabel = (theme: Theme): string =>
  theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'

export const shownTheme = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')

export function switchTheme(): Theme {
  const next = shownTheme() === 'dark' ? 'light' : 'dark'
  show(next)
  writeStored(STORAGE_KEY, next)
  return next
}

export function followTheme(follow: (theme: Theme) => void): () => void {
  const showStored = () => {
    const stored = readStored(STORAGE_KEY) === 'dark' ? 'dark' : 'light'
    show(stored)
    follow(stored)
  }
  // Pages in the back-forward cache miss storage events.
  const onReturn = ({ persisted }: PageTransitionEvent) => {
    if (persisted) showStored()
  }
  window.addEventListener('storage', showStored)
  window.addEventListener('pageshow', onReturn)
  return () => {
    window.removeEventListener('storage', showStored)
    window.removeEventListener('pageshow', onReturn)
  }
}

/**
 * The theme switch before the app loads. Returns a cleanup function. Other tabs are followed for good: React wouldn't correct
 * a label that was changed before hydration.
 */
export function startTheme(): () => void {
  updateControls(shownTheme())
  followTheme(updateControls)
  const onClick = (event: MouseEvent) => {
    const isSwitch = event.target instanceof Element && event.target.closest(`[${THEME_SWITCH}]`) !== null
    if (!isSwitch) return
    event.stopImmediatePropagation()
    updateControls(switchTheme())
  }
  window.addEventListener('click', onClick, true)
  return () => window.removeEventListener('click', onClick, true)
}

function updateControls(theme: Theme): void {
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', THEME_COLORS[theme])
  for (const button of document.querySelectorAll(`[${THEME_SWITCH}]`)) {
    button.setAttribute('aria-label', themeSwitchLabel(theme))
  }
}

function show(theme: Theme): void {
  if (theme === 'dark') document.documentElement.dataset.theme = 'dark'
  else delete document.documentElement.dataset.theme
}
