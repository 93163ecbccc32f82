import type { Assertion, CreationOptions, NewCredential, RequestOptions } from '#domain/passkeys.ts'
import { ShownError } from '#web/admin/shown-error.ts'

const IP_ADDRESS = /^[\d.]+$|^\[/

/** WebAuthn requires https or localhost, and a host name. */
export const canHavePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !IP_ADDRESS.test(window.location.hostname)

/** Throws ShownError. */
export async function createPasskey(optionsJSON: CreationOptions): Promise<NewCredential> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return explainErrors(() => startRegistration({ optionsJSON }), optionsJSON.rp.id)
}

/** Throws ShownError. */
export async function signWithPasskey(optionsJSON: RequestOptions): Promise<Assertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return explainErrors(() => startAuthentication({ optionsJSON }), optionsJSON.rpId)
}

/** Waits for a passkey chosen from autofill. Null if unsupported or canceled. Throws what `getOptions` throws. */
export async function offerPasskeys(getOptions: () => Promise<RequestOptions>): Promise<Assertion | null> {
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await import('@simplewebauthn/browser')
  if (!(await browserSupportsWebAuthnAutofill())) return null
  const optionsJSON = await getOptions()
  try {
    return await startAuthentication({ optionsJSON, useBrowserAutofill: true })
  } catch (error) {
    if (error instanceof Error && CANCELED.has(error.name)) return null
    throw error
  }
}

/** Cancels `offerPasskeys`. */
export async function stopOffering(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser')
  WebAuthnAbortService.cancelCeremony()
}

const CANCELED = new Set(['AbortError', 'NotAllowedError'])

async function explainErrors<Result>(ask: () => Promise<Result>, rpId: string): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    throw new ShownError(describeError(error, rpId), { cause: error })
  }
}

/** Browsers don't reveal whether there is no passkey or the user declined. */
function describeError(error: unknown, rpId: string): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'SecurityError') return `Passkeys for this site work only at ${rpId}. Please open it there.`
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  if (name === 'ConstraintError')
    return 'This device can’t verify that it’s you. Please set up a screen lock or a PIN.'
  return 'No passkey was used. You may have canceled, or this device has no matching passkey.'
}
