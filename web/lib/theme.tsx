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

// Starts with the server's theme. Changes are transitions: urgent ones would discard a page whose code is still loading.
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
