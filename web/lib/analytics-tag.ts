import { whenLoaded } from './when-loaded.ts'

declare global {
  interface Window {
    /** Where the tag's script finds what it was told before it came. */
    dataLayer?: unknown[]
  }
}

/** Takes events for the operator's Google tag from now on; the tag itself is fetched when the page is complete. */
export function loadAnalyticsTag(id: string): void {
  const layer: unknown[] = []
  window.dataLayer = layer
  const gtag = function () {
    // biome-ignore lint/complexity/noArguments: the tag takes an arguments object for a command, and no array
    layer.push(arguments)
  }
  Object.assign(window, { gtag })
  const tell: (...command: unknown[]) => void = gtag
  tell('js', new Date())
  tell('config', id)

  whenLoaded(() => document.head.append(tagScript(id)))
}

function tagScript(id: string): HTMLScriptElement {
  const script = document.createElement('script')
  script.async = true
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`
  return script
}
