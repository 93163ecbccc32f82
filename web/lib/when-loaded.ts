/** Runs `start` once the page and all it shows has loaded, so that it takes nothing from what the visitor waits for. */
export function whenLoaded(start: () => void): void {
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}
