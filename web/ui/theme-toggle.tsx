import { Moon, Sun } from 'lucide-react'
import { useTheme } from '#web/lib/theme.tsx'
import { IconButton } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

export function ThemeToggle({ className = '' }: { className?: string }) {
  const { theme, toggleTheme } = useTheme()
  const label = theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'
  return (
    <Tooltip text={label}>
      <IconButton label={label} onClick={toggleTheme} className={className}>
        {theme === 'dark' ? <Sun aria-hidden size={20} /> : <Moon aria-hidden size={20} />}
      </IconButton>
    </Tooltip>
  )
}
