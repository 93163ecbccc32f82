/** Empties password fields when the page is left, which may be kept whole for a return. Returns the way to stop. */
export function forgetTypedPasswords(): () => void {
  const forget = () => {
    for (const field of document.querySelectorAll<HTMLInputElement>('input[type=password]')) field.value = ''
  }
  addEventListener('pagehide', forget)
  return () => removeEventListener('pagehide', forget)
}
