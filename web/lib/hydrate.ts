import type { ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { THEME_COLORS } from './theme-colors.ts'

/** Hands the document over to React. Apart from the app, so that the largest library can run before the rest. */
export function hydrateDocument(app: ReactNode): void {
  // React looks for the element with the content that the server drew, and adds another one where there is none.
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', THEME_COLORS.light)
  hydrateRoot(document, app)
}
