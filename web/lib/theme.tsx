import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { keep, readStored } from './storage.ts'

export type Theme = 'light' | 'dark'

type ThemeControl = { theme: Theme; toggleTheme: () => void }

const ThemeContext = createContext<ThemeControl | null>(null)

const STORAGE_KEY = 'theme'

/**
 * The server can't know the stored theme, so the first render is light and the stored one follows at once; in a
 * transition, since any other change of a context makes React throw away a page whose code is still on its way.
 */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [theme, setTheme] = useState<Theme>('light')

  useEffect(() => {
    startTransition(() => setTheme(shownTheme()))
    return onChangeElsewhere(() => {
      const stored = readStored(STORAGE_KEY) === 'dark' ? 'dark' : 'light'
      show(stored)
      startTransition(() => setTheme(stored))
    })
  }, [])

  const toggleTheme = useCallback(() => {
    const next = shownTheme() === 'dark' ? 'light' : 'dark'
    show(next)
    keep(STORAGE_KEY, next)
    startTransition(() => setTheme(next))
  }, [])

  const control = useMemo(() => ({ theme, toggleTheme }), [theme, toggleTheme])
  return <ThemeContext value={control}>{children}</ThemeContext>
}

export function useTheme(): ThemeControl {
  const control = use(ThemeContext)
  if (!control) throw new Error('useTheme must be used within a ThemeProvider')
  return control
}

/** Calls back when another tab chose a theme or forgot all it kept; answers the way to stop listening. */
function onChangeElsewhere(follow: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY || key === null) follow()
  }
  // A page brought back whole by the back button slept through what other pages stored.
  const onReturn = ({ persisted }: PageTransitionEvent) => {
    if (persisted) follow()
  }
  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', onReturn)
  return () => {
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', onReturn)
  }
}

const shownTheme = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')

function show(theme: Theme): void {
  if (theme === 'dark') document.documentElement.dataset.theme = 'dark'
  else delete document.documentElement.dataset.theme
}
