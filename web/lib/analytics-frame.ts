import { ANALYTICS_FRAME_PATH } from '#domain/site.ts'
import { type AnalyticsEvent, sendEventsTo } from './analytics.ts'
import { ANALYTICS_SANDBOX } from './frame-attributes.ts'
import { whenLoaded } from './when-loaded.ts'

const MOST_WAITING = 100

const TEXT_TYPES = new Set(['text', 'password', 'email', 'search', 'tel', 'url'])

/**
 * Sends events to the operator's analytics tag, which runs in an invisible frame without this site's origin.
 *
 * Any frame can take the keyboard focus by a script, hidden ones too, and then gets what is typed. So there is none
 * while a text field has the focus: what happens then waits until the field loses it.
 */
export function startAnalyticsFrame(): void {
  const waiting: AnalyticsEvent[] = []
  let frame: HTMLIFrameElement | null = null
  let isReady = false

  function update(): void {
    if (isTyping()) {
      frame?.remove()
      frame = null
      isReady = false
    } else if (isReady) {
      // Its origin is opaque, so no target origin but this one matches; the messages are no secret.
      for (const event of waiting.splice(0)) frame?.contentWindow?.postMessage(event, '*')
    } else if (!frame && waiting.length > 0 && document.readyState === 'complete' && navigator.onLine) {
      frame = addFrame(() => {
        isReady = true
        update()
      })
    }
  }

  sendEventsTo((event) => {
    if (waiting.length < MOST_WAITING) waiting.push(event)
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
  // Requests from it carry no cookies, in browsers that know the attribute.
  frame.setAttribute('credentialless', '')
  frame.addEventListener('load', onLoad)
  document.body.append(frame)
  return frame
}
