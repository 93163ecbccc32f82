export function whenLoaded(start: () => void): void {
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}

/** In a hidden tab, runs when first shown. */
export function afterPaint(start: () => void): void {
  requestAnimationFrame(() => setTimeout(start))
}

/** Lets the browser handle input and paint. Firefox would drop a message if the page were left. */
export const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/** After the page has loaded, but before a visitor goes offline to test it. */
export const PREFETCH_DELAY_MS = 2_000
