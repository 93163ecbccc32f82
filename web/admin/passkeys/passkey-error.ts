/** Why the browser gave no passkey, in words for the person. */
export class PasskeyError extends Error {
  override name = 'PasskeyError'
}
