/** Its message is shown to the user. */
export class ShownError extends Error {
  override name = 'ShownError'
}
