import { PASSWORD_LENGTH } from '#domain/passwords/options.ts'
import type { PageData } from '#domain/site.ts'
import { readConnection, watchConnection } from '#web/lib/connection.ts'
import { outgoingSoFar, watchOutgoing } from '#web/lib/outgoing-requests.ts'
import { replayTyping } from '#web/lib/replay-typing.ts'
import { holdStores, releaseStores, whenReleased } from '#web/lib/store.ts'
import { describePromise, describeTraffic } from '#web/site/request-summary.ts'
import { copied, copyPassword } from './copy-password.ts'
import { giveFeedback, isAnswered, readFeedback } from './feedback.ts'
import { type FirstView, findView, renderCopied, renderFeedback, renderGenerator } from './first-view.ts'
import { changeOptions, endGenerator, generator, regenerate, startGenerator } from './generator.ts'
import { selectOnCtrlA, selectOnRelease, selectPassword } from './select-password.ts'
import { mayBeLink } from './settings-in-address.ts'
import { readChoices } from './stored-choices.ts'

type Options = {
  page: PageData
  loadApp: () => void
  /** Receives the buttons handled here. */
  ignore: (buttons: Iterable<Element>) => void
}

export type FirstGenerator = {
  /** Stops changing the document; events wait for `thaw` or `stop`. */
  freeze: () => void
  thaw: () => void
  /** Hands over to the app. */
  stop: () => void
}

/** Runs the generator in the server-rendered page until the app has loaded and takes over with the same state. */
export function startFirstGenerator({ page, loadApp, ignore }: Options): FirstGenerator | null {
  const settings = readChoices(page)
  // The app has the passphrases, and reads links.
  if (settings.generator === 'passphrase' || mayBeLink()) {
    loadApp()
    return null
  }
  const view = findView()
  const listeners = new AbortController()
  const { signal } = listeners

  const deferred: (() => void)[] = []
  handleEvents(view, signal, {
    // The app shows the error.
    onCopyFailure: () => {
      deferred.push(() => view.copy.click())
      loadApp()
    },
  })
  ignore([view.copy, view.another, view.refresh, view.helpful, view.unhelpful])

  let isFrozen = false
  const showState = () => {
    const state = generator.read()
    if (!state.hasFailed) return renderGenerator(view, state)
    // The app retries and shows the error.
    endGenerator()
    loadApp()
  }
  const showSent = () => {
    if (isFrozen) return
    view.sent.textContent = describeTraffic(outgoingSoFar(), readConnection())
    view.promise.textContent = describePromise(outgoingSoFar())
  }
  const unsubscribes = [
    generator.subscribe(showState),
    copied.subscribe(() => renderCopied(view, copied.read() !== null)),
    isAnswered.subscribe(() => renderFeedback(view, isAnswered.read())),
    watchOutgoing(showSent),
    watchConnection(showSent),
  ]
  startGenerator(settings)
  readFeedback()
  showSent()

  const thaw = () => {
    isFrozen = false
    releaseStores()
  }
  return {
    freeze: () => {
      isFrozen = true
      holdStores()
    },
    thaw,
    stop: () => {
      listeners.abort()
      for (const stop of unsubscribes) stop()
      thaw()
      replayTyping(view.number, String(generator.read().options.length))
      for (const repeat of deferred) repeat()
    },
  }
}

type FirstEventsOptions = { onCopyFailure: () => void }

/** Handles the document's events until the app takes over or `signal` aborts. */
function handleEvents(view: FirstView, signal: AbortSignal, { onCopyFailure }: FirstEventsOptions): void {
  // Capture phase, ahead of React's listeners on the document.
  function on<T extends keyof WindowEventMap>(
    type: T,
    element: Element,
    handle: (event: WindowEventMap[T]) => void,
  ): void {
    const onEvent = (event: WindowEventMap[T]) => {
      if (!(event.target instanceof Node) || !element.contains(event.target)) return
      event.stopImmediatePropagation()
      handle(event)
    }
    addEventListener(type, onEvent, { capture: true, signal })
  }
  const change = (operation: () => void) => () => whenReleased(operation)

  async function copy(): Promise<void> {
    const { text } = generator.read()
    if (text !== null && !(await copyPassword(text, 'single'))) onCopyFailure()
  }

  on('click', view.copy, copy)
  on('click', view.another, change(regenerate))
  on('click', view.refresh, change(regenerate))
  on(
    'click',
    view.helpful,
    change(() => giveFeedback(true)),
  )
  on(
    'click',
    view.unhelpful,
    change(() => giveFeedback(false)),
  )

  on(
    'input',
    view.slider,
    change(() => changeOptions({ length: view.slider.valueAsNumber })),
  )
  on(
    'input',
    view.number,
    change(() => applyNumber(view)),
  )
  on(
    'focusout',
    view.number,
    change(() => clampNumber(view)),
  )
  on('keydown', view.number, ({ key }) => {
    if (key === 'Enter') whenReleased(() => clampNumber(view))
  })
  for (const { name, input } of view.switches) {
    on(
      'change',
      input,
      change(() => {
        changeOptions({ [name]: input.checked })
        // Resets a rejected switch.
        renderGenerator(view, generator.read())
      }),
    )
  }

  on('focusin', view.password, () => selectPassword(view.password))
  on('pointerup', view.password, () => selectOnRelease(view.password))
  on('keydown', view.password, (event) => selectOnCtrlA(event, view.password))
}

/** Applies a whole number as soon as it is in range. */
function applyNumber({ number }: FirstView): void {
  const typed = Number(number.value)
  const { min, max } = PASSWORD_LENGTH
  const isValid = Number.isInteger(typed) && typed >= min && typed <= max
  if (isValid && typed !== generator.read().options.length) changeOptions({ length: typed })
}

/** Clamps other numbers to the range. */
function clampNumber({ number }: FirstView): void {
  const { length } = generator.read().options
  const { min, max } = PASSWORD_LENGTH
  const typed = number.value.trim() === '' ? length : Math.round(Number(number.value))
  const clamped = Math.min(max, Math.max(min, typed))
  number.value = String(clamped)
  if (clamped !== length) changeOptions({ length: clamped })
}
