/** Clears password fields on page hide, before the back-forward cache stores them. Returns a cleanup function. */
export function clearPasswordFields(): () => void {
  const clear = () => {
    for (const field of document.querySelectorAll<HTMLInputElement>('input[type=password]')) field.value = ''
  }
  addEventListener('pagehide', clear)
  return () => removeEventListener('pagehide', clear)
}
