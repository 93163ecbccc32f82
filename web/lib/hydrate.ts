import type { ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** Hands the document over to React. Apart from the app, so that the largest library can run before the rest. */
export function hydrateDocument(app: ReactNode): void {
  hydrateRoot(document, app)
}
