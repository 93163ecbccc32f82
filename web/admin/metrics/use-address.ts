import { useState } from 'react'
import { useSearchParams } from 'react-router'

type Change = (next: URLSearchParams, options?: { replace?: boolean }) => void

/**
 * The parameters of the address. The router follows a change in a transition; a pressed switch or radio button that
 * waited for it would jump back for a moment.
 */
export function useAddress(): [URLSearchParams, Change] {
  const [address, setAddress] = useSearchParams()
  const [change, setChange] = useState({ from: address, to: address })
  const current = change.from === address ? change.to : address
  return [
    current,
    (next, options) => {
      setChange({ from: address, to: next })
      setAddress(next, options)
    },
  ]
}
