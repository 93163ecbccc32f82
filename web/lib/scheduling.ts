export function whenLoaded(start: () => void): void {
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}

/** In a hidden tab, runs when first shown. */
export function afterPaint(start: () => void): void {
  requestAnimationFrame(() => {
    void nextTask().then(start)
  })
}

/** Lets the browser handle input and paint. Message channels have no timer delay. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve()
    port2.postMessage(null)
  })
}

/** After the page has loaded, but before a visitor goes offline to test it. */
export const PREFETCH_DELAY_MS = 2_000
