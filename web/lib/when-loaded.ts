/** Runs `start` once the page and all it shows has loaded, so that it takes nothing from what the visitor waits for. */
export function whenLoaded(start: () => void): void {
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}

/** Runs `start` once the page was painted; in a hidden tab that is when it is first shown. */
export function afterPaint(start: () => void): void {
  requestAnimationFrame(() => {
    void nextTask().then(start)
  })
}

/** Long enough for a phone to be done with the page, short enough to come before most first presses. */
const UNUSED_MS = 5_000

/** Runs `start` in a page that has been there for a while, and once it was painted. */
export function someTimeLater(start: () => void): void {
  whenLoaded(() => setTimeout(() => afterPaint(start), UNUSED_MS))
}

/** Lets the browser answer and draw before what follows; unlike a timer, without a delay. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve()
    port2.postMessage(null)
  })
}

/**
 * When code is fetched that nobody has asked for yet: late enough not to compete with the page, early enough for whoever
 * switches off the network to see whether it matters.
 */
export const LATER_MS = 2_000
