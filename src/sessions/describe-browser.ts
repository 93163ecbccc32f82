import Bowser from 'bowser'

const AGENT_LENGTH_MAX = 512

/** Such as 'Firefox on Linux'; empty if unknown. */
export function describeBrowser(userAgent: string | null): string {
  if (!userAgent) return ''
  const { browser, os } = Bowser.parse(userAgent.slice(0, AGENT_LENGTH_MAX))
  return [browser.name, os.name].filter(Boolean).join(' on ')
}
