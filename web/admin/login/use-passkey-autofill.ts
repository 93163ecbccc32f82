import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Assertion } from '#domain/passkeys.ts'
import { canHavePasskeys, offerPasskeys, stopOffering } from '#web/admin/passkeys/webauthn.ts'
import { request } from '#web/lib/api.ts'

/** Less than the challenge's lifetime of five minutes. */
const RENEW_MS = 4 * 60_000

const getOptions = () => request('POST', '/api/admin/login/passkey/options')

/**
 * Offers passkeys in the autofill of the username field. Errors are ignored on purpose: the form and its button still
 * work.
 */
export function usePasskeyAutofill(onChoose: (credential: Assertion) => void): void {
  const { mutate: offer } = useMutation({
    mutationFn: () => offerPasskeys(getOptions),
    onSuccess: (credential) => credential && onChoose(credential),
  })
  useEffect(() => {
    if (!canHavePasskeys()) return
    offer()
    const timer = setInterval(offer, RENEW_MS)
    return () => {
      clearInterval(timer)
      void stopOffering()
    }
  }, [offer])
}
