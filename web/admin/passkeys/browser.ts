import type { Assertion, CreationOptions, NewCredential, RequestOptions } from '#domain/passkeys.ts'
import { PasskeyError } from './passkey-error.ts'

const load = () => import('@simplewebauthn/browser')

const ADDRESS = /^[\d.]+$|^\[/

/** Whether this browser can have passkeys at this address: it needs https or localhost, and a name. */
export const canHavePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !ADDRESS.test(window.location.hostname)

/** Makes a passkey. Throws PasskeyError. */
export async function createPasskey(optionsJSON: CreationOptions): Promise<NewCredential> {
  const { startRegistration } = await load()
  return inWords(() => startRegistration({ optionsJSON }), optionsJSON.rp.id)
}

/** Has the user sign with a passkey. Throws PasskeyError. */
export async function signWithPasskey(optionsJSON: RequestOptions): Promise<Assertion> {
  const { startAuthentication } = await load()
  return inWords(() => startAuthentication({ optionsJSON }), optionsJSON.rpId)
}

/**
 * Has the browser offer passkeys beside usernames, and waits for one to be chosen. Null where it can't, and once something
 * else was chosen. Throws what `getOptions` throws.
 */
export async function offerPasskeys(getOptions: () => Promise<RequestOptions>): Promise<Assertion | null> {
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await load()
  if (!(await browserSupportsWebAuthnAutofill())) return null
  const optionsJSON = await getOptions()
  try {
    return await startAuthentication({ optionsJSON, useBrowserAutofill: true })
  } catch (error) {
    if (error instanceof Error && CALLED_OFF.has(error.name)) return null
    throw error
  }
}

/** Ends what `offerPasskeys` waits for. */
export async function stopOffering(): Promise<void> {
  const { WebAuthnAbortService } = await load()
  WebAuthnAbortService.cancelCeremony()
}

/** The user signed in another way. */
const CALLED_OFF = new Set(['AbortError', 'NotAllowedError'])

async function inWords<Result>(ask: () => Promise<Result>, rpId: string): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    throw new PasskeyError(wordsFor(error, rpId), { cause: error })
  }
}

/** Browsers hide whether there is no passkey or nobody wanted to use it: a site could learn who is who. */
function wordsFor(error: unknown, rpId: string): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'SecurityError') return `Passkeys of this site work at ${rpId} only. Please open it there.`
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  if (name === 'ConstraintError')
    return 'This device can’t check that it is you. Please set a screen lock or a PIN.'
  return 'No passkey was used. You may have canceled, or this device has none that fits.'
}
