import { exactEntropyBits } from '#domain/passwords/entropy.ts'
import { differFromDefaults } from '#domain/passwords/generator-extras.ts'
import { PASSWORD_LENGTH } from '#domain/passwords/options.ts'
import { rateDrawn } from '#domain/passwords/rate-drawn.ts'
import { COPIED_ATTRIBUTE, COPIED_STATUS, COPIED_TEXT } from '#web/ui/copied-state.ts'
import { THUMB_POSITION, thumbPosition } from '#web/ui/slider-position.ts'
import { coloredRuns } from './colored-runs.ts'
import { findPart } from './data-part.ts'
import { THANKS } from './feedback.ts'
import type { GeneratorState } from './generator.ts'
import { posterClass } from './poster-class.ts'
import { showBits, stepLook, UNRATED } from './strength-display.ts'
import { SWITCHES } from './switches.ts'

export type FirstView = ReturnType<typeof findView>

/** Throws if an element is missing. */
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
    copyText: findFirst(card, '[data-text]', HTMLElement),
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
    promise: findPart('promise', HTMLElement),
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

/** Renders a state exactly as React would, so that hydration matches. */
export function renderGenerator(view: FirstView, state: GeneratorState): void {
  renderPassword(view, state)
  renderStrength(view, state)
  renderControls(view, state)
}

function renderPassword(
  { password, placeholder, refresh }: FirstView,
  { text, regenerations }: GeneratorState,
): void {
  const isWaiting = text === null
  password.hidden = isWaiting
  refresh.hidden = isWaiting
  placeholder.hidden = !isWaiting
  const poster = findPart('poster', HTMLElement)
  const next = document.createElement('span')
  for (const { name, value } of poster.attributes) next.setAttribute(name, value)
  next.style.setProperty('--characters', String(text?.length ?? 0))
  next.className = posterClass(regenerations)
  next.append(
    ...coloredRuns(text ?? '').map((run) => {
      const span = document.createElement('span')
      span.className = run.className
      span.textContent = run.text
      return span
    }),
  )
  // A new element restarts the animation.
  poster.replaceWith(next)
}

function renderStrength(
  { meter, words, label, bits }: FirstView,
  { text, options, extras }: GeneratorState,
): void {
  const strength = text === null ? null : rateDrawn(text, options, extras)
  meter.setAttribute('aria-valuenow', String(strength?.score ?? 0))
  meter.setAttribute('aria-valuetext', strength?.label ?? UNRATED)
  Array.from(meter.children).forEach((step, index) => {
    step.className = stepLook(index + 1, strength)
  })
  words.hidden = strength === null
  label.textContent = strength?.label ?? ''
  bits.textContent = strength === null ? '' : showBits(exactEntropyBits(options, extras))
}

function renderControls(view: FirstView, { text, options, extras, refusal }: GeneratorState): void {
  const { slider, number, switches } = view
  for (const control of [view.copy, view.another, view.several, slider, number, view.types]) {
    control.disabled = text === null
  }
  slider.value = String(options.length)
  slider.setAttribute('aria-valuetext', `${options.length} characters`)
  slider.parentElement?.style.setProperty(THUMB_POSITION, thumbPosition(options.length, PASSWORD_LENGTH))
  // Don't overwrite a number being typed.
  if (document.activeElement !== number) number.value = slider.value
  for (const { name, input } of switches) input.checked = options[name]
  view.refusal.textContent = refusal ?? ''
  view.changed.hidden = !differFromDefaults(extras)
}

export function renderCopied({ copy, copyText, copyStatus }: FirstView, isCopied: boolean): void {
  copyText.textContent = isCopied ? COPIED_TEXT : ''
  copy.toggleAttribute(COPIED_ATTRIBUTE, isCopied)
  copyStatus.textContent = isCopied ? COPIED_STATUS : ''
}

export function renderFeedback(
  { question, helpful, unhelpful, thanks }: FirstView,
  answered: boolean | null,
): void {
  question.hidden = answered === true
  for (const button of [helpful, unhelpful]) button.disabled = answered === null
  thanks.textContent = answered === true ? THANKS : ''
}
