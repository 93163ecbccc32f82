import { exactEntropyBits } from '#domain/passwords/entropy.ts'
import { areChanged } from '#domain/passwords/extras.ts'
import { PASSWORD_LENGTH } from '#domain/passwords/options.ts'
import { rateStrength } from '#domain/passwords/strength.ts'
import { COPIED, COPIED_STATUS } from '#web/ui/copied-mark.ts'
import { PLACE, placeOf } from '#web/ui/slider-place.ts'
import { colouredRuns } from './coloured-runs.ts'
import { THANKS } from './feedback.ts'
import type { GeneratorState } from './generator.ts'
import { findPart } from './parts.ts'
import { posterClass } from './poster-look.ts'
import { showBits, stepLook, UNRATED } from './strength-look.ts'
import { SWITCHES } from './switches.ts'

export type FirstView = ReturnType<typeof findView>

/** The elements of the document that the server drew. Throws where one is missing. */
export function findView() {
  const card = findPart('card', HTMLElement)
  return {
    card,
    password: findPart('password', HTMLElement),
    placeholder: findPart('placeholder', HTMLElement),
    refresh: findPart('refresh', HTMLButtonElement),
    meter: findPart('meter', HTMLElement),
    words: findPart('words', HTMLElement),
    label: findPart('label', HTMLElement),
    bits: findPart('bits', HTMLElement),
    copy: findPart('copy', HTMLButtonElement),
    copyStatus: findPart('copy-status', HTMLElement),
    another: findPart('another', HTMLButtonElement),
    several: findPart('several', HTMLButtonElement),
    slider: findFirst(card, 'input[type=range]', HTMLInputElement),
    number: findFirst(card, 'input[type=number]', HTMLInputElement),
    types: findFirst(card, 'fieldset', HTMLFieldSetElement),
    switches: SWITCHES.map(({ name }) => ({
      name,
      input: findFirst(card, `input[name=${name}]`, HTMLInputElement),
    })),
    refusal: findPart('refusal', HTMLElement),
    changed: findPart('changed', HTMLElement),
    sent: findPart('sent', HTMLElement),
    question: findPart('question', HTMLElement),
    helpful: findPart('helpful', HTMLButtonElement),
    unhelpful: findPart('unhelpful', HTMLButtonElement),
    thanks: findPart('thanks', HTMLElement),
  }
}

function findFirst<E extends Element>(within: Element, selector: string, kind: new () => E): E {
  const element = within.querySelector(selector)
  if (element instanceof kind) return element
  throw new Error(`The page has no ${selector}`)
}

/** Shows a state as React would: the app takes over the document as it finds it. */
export function drawGenerator(view: FirstView, state: GeneratorState): void {
  drawPassword(view, state)
  drawStrength(view, state)
  drawControls(view, state)
}

function drawPassword(
  { password, placeholder, refresh }: FirstView,
  { text, timesAsked }: GeneratorState,
): void {
  const isWaiting = text === null
  password.hidden = isWaiting
  refresh.hidden = isWaiting
  placeholder.hidden = !isWaiting
  const poster = findPart('poster', HTMLElement)
  const next = document.createElement('span')
  for (const { name, value } of poster.attributes) next.setAttribute(name, value)
  next.style.setProperty('--characters', String(text?.length ?? 0))
  next.className = posterClass('password', text ?? '', timesAsked)
  next.append(
    ...colouredRuns(text ?? '').map((run) => {
      const span = document.createElement('span')
      span.className = run.className
      span.textContent = run.text
      return span
    }),
  )
  // A new element settles in once more.
  poster.replaceWith(next)
}

function drawStrength(
  { meter, words, label, bits }: FirstView,
  { text, options, extras }: GeneratorState,
): void {
  const strength = text === null ? null : rateStrength(text)
  meter.setAttribute('aria-valuenow', String(strength?.score ?? 0))
  meter.setAttribute('aria-valuetext', strength?.label ?? UNRATED)
  Array.from(meter.children).forEach((step, index) => {
    step.className = stepLook(index + 1, strength)
  })
  words.hidden = strength === null
  label.textContent = strength?.label ?? ''
  bits.textContent = strength === null ? '' : showBits(exactEntropyBits(options, extras))
}

function drawControls(view: FirstView, { text, options, extras, refusal }: GeneratorState): void {
  const { slider, number, switches } = view
  for (const control of [view.copy, view.another, view.several, slider, number, view.types]) {
    control.disabled = text === null
  }
  slider.value = String(options.length)
  slider.setAttribute('aria-valuetext', `${options.length} characters`)
  slider.parentElement?.style.setProperty(PLACE, placeOf(options.length, PASSWORD_LENGTH))
  // What is being typed there may be half a number.
  if (document.activeElement !== number) number.value = slider.value
  for (const { name, input } of switches) input.checked = options[name]
  view.refusal.textContent = refusal ?? ''
  view.changed.hidden = !areChanged(extras)
}

export function drawCopied({ copy, copyStatus }: FirstView, isCopied: boolean): void {
  copy.toggleAttribute(COPIED, isCopied)
  copyStatus.textContent = isCopied ? COPIED_STATUS : ''
}

export function drawFeedback(
  { question, helpful, unhelpful, thanks }: FirstView,
  answered: boolean | null,
): void {
  question.hidden = answered === true
  for (const button of [helpful, unhelpful]) button.disabled = answered === null
  thanks.textContent = answered === true ? THANKS : ''
}
