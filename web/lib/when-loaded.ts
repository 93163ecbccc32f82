/** Runs `start` once the page and all it shows has loaded, so that it takes nothing from what the visitor waits for. */
export function whenLoaded(start: () => void): void {
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}

/** Runs `start` once the page was painted; in a hidden tab that is when it is first shown. */
export function afterPaint(start: () => void): void {
  requestAnimationFrame(() => setTimeout(start))
}
