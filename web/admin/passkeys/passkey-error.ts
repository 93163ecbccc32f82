/** Its message is shown to the user. */
export class PasskeyError extends Error {
  override name = 'PasskeyError'
}
