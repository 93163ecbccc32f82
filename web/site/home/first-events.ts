import { PASSWORD_LENGTH } from '#domain/passwords/options.ts'
import { whenReleased } from '#web/lib/store.ts'
import { copyPassword } from './copied.ts'
import { giveFeedback } from './feedback.ts'
import { drawGenerator, type FirstView } from './first-view.ts'
import { askForAnother, changeOptions, generator } from './generator.ts'
import { selectOnCtrlA, selectPassword, selectUnlessDragged } from './select-password.ts'

type Given = { onCopyFailure: () => void }

/** Answers in the document as the app will, until `signal` says to stop. */
export function answerEvents(view: FirstView, signal: AbortSignal, { onCopyFailure }: Given): void {
  // Ahead of React, which listens to the whole document as soon as it takes over.
  function on<T extends keyof WindowEventMap>(
    type: T,
    element: Element,
    answer: (event: WindowEventMap[T]) => void,
  ): void {
    const onEvent = (event: WindowEventMap[T]) => {
      if (!(event.target instanceof Node) || !element.contains(event.target)) return
      event.stopImmediatePropagation()
      answer(event)
    }
    addEventListener(type, onEvent, { capture: true, signal })
  }
  const change = (operation: () => void) => () => whenReleased(operation)

  async function copy(): Promise<void> {
    const { text } = generator.read()
    if (text !== null && !(await copyPassword(text, 'single'))) onCopyFailure()
  }

  on('click', view.copy, copy)
  on('click', view.another, change(askForAnother))
  on('click', view.refresh, change(askForAnother))
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
    change(() => takeNumber(view)),
  )
  on(
    'focusout',
    view.number,
    change(() => settleNumber(view)),
  )
  on('keydown', view.number, ({ key }) => {
    if (key === 'Enter') whenReleased(() => settleNumber(view))
  })
  for (const { name, input } of view.switches) {
    on(
      'change',
      input,
      change(() => {
        changeOptions({ [name]: input.checked })
        // One that was refused goes back.
        drawGenerator(view, generator.read())
      }),
    )
  }

  on('focusin', view.password, () => selectPassword(view.password))
  on('click', view.password, () => selectUnlessDragged(view.password))
  on('keydown', view.password, (event) => selectOnCtrlA(event, view.password))
}

/** A whole number counts as soon as it is in range. */
function takeNumber({ number }: FirstView): void {
  const typed = Number(number.value)
  const { min, max } = PASSWORD_LENGTH
  const isTaken = Number.isInteger(typed) && typed >= min && typed <= max
  if (isTaken && typed !== generator.read().options.length) changeOptions({ length: typed })
}

/** Any other number is brought into range. */
function settleNumber({ number }: FirstView): void {
  const { length } = generator.read().options
  const { min, max } = PASSWORD_LENGTH
  const typed = number.value.trim() === '' ? length : Math.round(Number(number.value))
  const settled = Math.min(max, Math.max(min, typed))
  number.value = String(settled)
  if (settled !== length) changeOptions({ length: settled })
}
