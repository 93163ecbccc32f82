import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Assertion, RequestOptions } from '#domain/passkeys.ts'
import { canHavePasskeys, offerPasskeys, stopOffering } from '#web/admin/passkeys/browser.ts'
import { request } from '#web/lib/api.ts'

/** Sooner than the server forgets what it asked for, which it does after five minutes. */
const RENEW_MS = 4 * 60_000

const getOptions = () => request<RequestOptions>('POST', '/api/admin/login/passkey/options')

/**
 * Offers passkeys where the browser fills in the username; `onChoose` hears of the one that was chosen. A failure is told
 * by nothing: the form and its button work without it.
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
