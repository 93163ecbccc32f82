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
import { keep } from './storage.ts'

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
    if (document.documentElement.dataset.theme === 'dark') startTransition(() => setTheme('dark'))
  }, [])

  const toggleTheme = useCallback(() => {
    const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'
    applyTheme(next)
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

function applyTheme(theme: Theme): void {
  if (theme === 'dark') document.documentElement.dataset.theme = 'dark'
  else delete document.documentElement.dataset.theme
  keep(STORAGE_KEY, theme)
}
