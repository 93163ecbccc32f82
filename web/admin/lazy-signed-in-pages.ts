import { lazyPage } from '#web/lib/lazy-component.ts'

/** The frame and the dashboard; other pages load when opened. */
export const SignedInPages = lazyPage(async () => (await import('./signed-in-pages.tsx')).SignedInPages)
