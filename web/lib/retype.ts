/** Tells React of text that was typed into a field before it was hydrated; React compares with the value it knows. */
export function retype(input: HTMLInputElement, known: string): void {
  const typed = input.value
  if (typed === known) return
  // Through the property of the element React learns its value; through that of the prototype it doesn't.
  input.value = known
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
