import './set-immediate.ts'
import type { ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { THEME_COLORS } from './theme-colors.ts'

/** A separate module, so that React's code runs in its own task. */
export function hydrateDocument(app: ReactNode): void {
  // React would add a duplicate if this differed from the server's document.
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', THEME_COLORS.light)
  hydrateRoot(document, app)
}
