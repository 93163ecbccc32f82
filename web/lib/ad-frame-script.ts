/**
 * Runs in the advertisement's document: takes the theme from its address and posts its height to the page around it.
 * Sent as its own text: it may use nothing from outside.
 */
export function fitAd(): void {
  document.documentElement.style.colorScheme = location.hash === '#dark' ? 'dark' : 'light'
  const report = () => {
    const { height } = document.body.getBoundingClientRect()
    parent.postMessage({ adHeight: Math.ceil(height) }, location.origin)
  }
  addEventListener('DOMContentLoaded', () => {
    // Browsers lay out an invisible frame of another origin late, and observe nothing in it.
    report()
    new ResizeObserver(report).observe(document.body)
  })
  // The sandbox lets no link replace the page around it: such a link opens a tab, too.
  const openTab = ({ target }: Event) => {
    if (target instanceof Element) target.closest('[target]')?.setAttribute('target', '_blank')
  }
  addEventListener('click', openTab, true)
}
