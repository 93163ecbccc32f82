/** Runs in the ad's document. Serialized, so it can't use imports. */
export function fitAd(): void {
  document.documentElement.style.colorScheme = location.hash === '#dark' ? 'dark' : 'light'
  const report = () => {
    const { height } = document.body.getBoundingClientRect()
    parent.postMessage({ adHeight: Math.ceil(height) }, location.origin)
  }
  addEventListener('DOMContentLoaded', () => {
    // Observers run late in invisible cross-origin frames.
    report()
    new ResizeObserver(report).observe(document.body)
  })
  // The sandbox blocks links that navigate the parent, so all open a tab.
  const openTab = ({ target }: Event) => {
    if (target instanceof Element) target.closest('[target]')?.setAttribute('target', '_blank')
  }
  addEventListener('click', openTab, true)
}
