/** Runs in the analytics frame. Serialized, so it can't use imports. */
export function relayToTag(id: string): void {
  // In an opaque origin, even reading document.cookie throws.
  Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined })
  const layer: unknown[] = []
  const gtag: (...command: unknown[]) => void = function () {
    // biome-ignore lint/complexity/noArguments: the tag requires an arguments object
    layer.push(arguments)
  }
  Object.assign(window, { dataLayer: layer, gtag })
  gtag('consent', 'default', {
    ad_storage: 'denied',
    ad_user_data: 'denied',
    ad_personalization: 'denied',
    analytics_storage: 'denied',
  })
  gtag('js', new Date())
  gtag('config', id, {
    send_page_view: false,
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
    page_location: `${location.origin}/`,
    page_title: '/',
    page_referrer: '',
  })

  let seen = ''
  let before = ''
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || origin !== location.origin) return
    const { name, category, label, value, page } = data
    const address = location.origin + page
    if (address !== seen) {
      before = seen
      seen = address
    }
    const where = { page_location: address, page_title: page, page_referrer: before }
    if (name === 'page_view') gtag('event', name, where)
    else gtag('event', name, { event_category: category, event_label: label, value, ...where })
  })

  addEventListener('load', () => {
    const script = document.createElement('script')
    script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`
    document.head.append(script)
  })
}
