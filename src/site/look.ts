import type { Config } from '#src/config.ts'

/** How the operator's site looks, beside what the program brings. */
export type Look = {
  /** Styles that follow those of the program; empty where it keeps its colors. */
  css: string
}

export const OUR_LOOK: Look = { css: '' }

/** Throws StartError for settings that make the site hard to read. */
export async function readLook({ accentColor }: Config): Promise<Look> {
  if (accentColor === undefined) return OUR_LOOK
  // What works with colors takes a while to load, and most sites keep ours.
  const { accentCss, chooseAccent } = await import('./accent.ts')
  return { css: accentCss(chooseAccent(accentColor)) }
}
