import Bowser from 'bowser'

/** No browser's own description is longer; a program may send anything. */
const LONGEST = 512

/** Browser and system in words, such as 'Firefox on Linux'; empty where neither can be told. */
export function describeBrowser(userAgent: string | null): string {
  if (!userAgent) return ''
  const { browser, os } = Bowser.parse(userAgent.slice(0, LONGEST))
  return [browser.name, os.name].filter(Boolean).join(' on ')
}
