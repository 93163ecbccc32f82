import { ANALYTICS_FRAME_PATH } from '#domain/site.ts'
import { type AnalyticsEvent, sendEventsTo } from './analytics.ts'
import { ANALYTICS_SANDBOX } from './frame-attributes.ts'
import { whenLoaded } from './scheduling.ts'

const QUEUED_MAX = 100

const TEXT_TYPES = new Set(['text', 'password', 'email', 'search', 'tel', 'url'])

/**
 * Sends events to the analytics tag in an invisible frame with an opaque origin. A frame's script can take focus and
 * capture keystrokes, so the frame is removed while a text field has focus, and events are queued.
 */
export function startAnalyticsFrame(): void {
  const queued: AnalyticsEvent[] = []
  let frame: HTMLIFrameElement | null = null
  let isReady = false

  function update(): void {
    if (isTyping()) {
      frame?.remove()
      frame = null
      isReady = false
    } else if (isReady) {
      // An opaque origin only matches '*'; the messages aren't secret.
      for (const event of queued.splice(0)) frame?.contentWindow?.postMessage(event, '*')
    } else if (!frame && queued.length > 0 && document.readyState === 'complete' && navigator.onLine) {
      frame = addFrame(() => {
        isReady = true
        update()
      })
    }
  }

  sendEventsTo((event) => {
    if (queued.length < QUEUED_MAX) queued.push(event)
    update()
  })
  addEventListener('focusin', update)
  addEventListener('focusout', update)
  whenLoaded(update)
}

function isTyping(): boolean {
  const field = document.activeElement
  return (
    field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && TEXT_TYPES.has(field.type))
  )
}

function addFrame(onLoad: () => void): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.src = ANALYTICS_FRAME_PATH
  frame.hidden = true
  frame.title = 'Analytics'
  frame.referrerPolicy = 'no-referrer'
  frame.sandbox.add(...ANALYTICS_SANDBOX)
  frame.setAttribute('credentialless', '')
  frame.addEventListener('load', onLoad)
  document.body.append(frame)
  return frame
}
