import type { PageData } from '#domain/site.ts'
import { readConnection, watchConnection } from '#web/lib/connection.ts'
import { outgoingSoFar, watchOutgoing } from '#web/lib/outgoing-requests.ts'
import { replayTyping } from '#web/lib/replay-typing.ts'
import { holdStores, releaseStores } from '#web/lib/store.ts'
import { describePromise, describeTraffic } from '#web/site/request-summary.ts'
import { copied } from './copy-password.ts'
import { isAnswered, readFeedback } from './feedback.ts'
import { handleEvents } from './first-events.ts'
import { findView, renderCopied, renderFeedback, renderGenerator } from './first-view.ts'
import { endGenerator, generator, startGenerator } from './generator.ts'
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
