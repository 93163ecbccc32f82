import { PASSWORD_LENGTH } from '#domain/passwords/options.ts'
import { whenReleased } from '#web/lib/store.ts'
import { copyPassword } from './copy-password.ts'
import { giveFeedback } from './feedback.ts'
import { type FirstView, renderGenerator } from './first-view.ts'
import { changeOptions, generator, regenerate } from './generator.ts'
import { selectOnCtrlA, selectOnRelease, selectPassword } from './select-password.ts'

type Options = { onCopyFailure: () => void }

/** Handles the document's events until the app takes over or `signal` aborts. */
export function handleEvents(view: FirstView, signal: AbortSignal, { onCopyFailure }: Options): void {
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
