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
import { followTheme, shownTheme, switchTheme, type Theme } from './theme-choice.ts'

type ThemeControl = { theme: Theme; toggleTheme: () => void }

const ThemeContext = createContext<ThemeControl | null>(null)

/**
 * The server can't know the stored theme, so the first render is light and the stored one follows at once; in a
 * transition, since any other change of a context makes React throw away a page whose code is still on its way.
 */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [theme, setTheme] = useState<Theme>('light')

  useEffect(() => {
    const follow = (next: Theme) => startTransition(() => setTheme(next))
    follow(shownTheme())
    return followTheme(follow)
  }, [])

  const toggleTheme = useCallback(() => {
    const next = switchTheme()
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
