import { Moon, Sun } from 'lucide-react'
import { useTheme } from '#web/lib/theme.tsx'
import { themeSwitchLabel } from '#web/lib/theme-choice.ts'
import { IconButton } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

export function ThemeToggle() {
  const { theme, toggleTheme } = useTheme()
  const label = themeSwitchLabel(theme)
  return (
    <Tooltip text={label}>
      <IconButton label={label} onClick={toggleTheme}>
        {theme === 'dark' ? <Sun aria-hidden size={20} /> : <Moon aria-hidden size={20} />}
      </IconButton>
    </Tooltip>
  )
}
