export function replayTyping(input: HTMLInputElement, known: string): void {
  const typed = input.value
  if (typed === known) return
  // React ignores input events without a changed value; the prototype's setter bypasses its tracking.
  input.value = known
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
