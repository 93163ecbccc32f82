import { isConnected, watchConnection } from '#web/lib/connection.ts'
import { outgoingSoFar, watchOutgoing } from '#web/lib/outgoing.ts'
import { retype } from '#web/lib/retype.ts'
import { holdStores, releaseStores } from '#web/lib/store.ts'
import { describeProof } from '#web/site/sent-so-far.ts'
import { copied } from './copied.ts'
import { isAnswered, readFeedback } from './feedback.ts'
import { answerEvents } from './first-events.ts'
import { drawCopied, drawFeedback, drawGenerator, findView } from './first-view.ts'
import { endGenerator, generator, startGenerator } from './generator.ts'
import { readChoices } from './stored-choices.ts'

type Given = {
  /** Loads the app. */
  begin: () => void
  /** Told of the buttons that are answered here. */
  leave: (buttons: Iterable<Element>) => void
}

export type FirstGenerator = {
  /** Leaves the document alone from now on; what is done meanwhile waits for `thaw` or `stop`. */
  freeze: () => void
  thaw: () => void
  /** Hands over to the app. */
  stop: () => void
}

/** Any of these is a use of the page. */
const USES = ['pointerover', 'pointerdown', 'keydown', 'focusin'] as const

/**
 * The generator without the app: makes, shows, changes and copies passwords in the document as the server drew it. Any
 * use of the page loads the app, which goes on with the same state.
 */
export function startFirstGenerator({ begin, leave }: Given): FirstGenerator | null {
  // The words of passphrases come with the app.
  if (readChoices().generator === 'passphrase') {
    begin()
    return null
  }
  const view = findView()
  const listeners = new AbortController()
  const { signal } = listeners
  for (const type of USES) addEventListener(type, begin, { capture: true, once: true, signal })

  const repeated: (() => void)[] = []
  answerEvents(view, signal, {
    // The app says what went wrong.
    onCopyFailure: () => {
      repeated.push(() => view.copy.click())
      begin()
    },
  })
  leave([view.copy, view.another, view.refresh, view.helpful, view.unhelpful])

  let isFrozen = false
  const showState = () => {
    const state = generator.read()
    if (!state.hasFailed) return drawGenerator(view, state)
    // The app tries again, and says so.
    endGenerator()
    begin()
  }
  const showSent = () => {
    if (!isFrozen) view.sent.textContent = describeProof(outgoingSoFar(), isConnected())
  }
  const unfollow = [
    generator.subscribe(showState),
    copied.subscribe(() => drawCopied(view, copied.read() !== null)),
    isAnswered.subscribe(() => drawFeedback(view, isAnswered.read())),
    watchOutgoing(showSent),
    watchConnection(showSent),
  ]
  startGenerator()
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
      for (const stop of unfollow) stop()
      thaw()
      retype(view.number, String(generator.read().options.length))
      for (const repeat of repeated) repeat()
    },
  }
}
