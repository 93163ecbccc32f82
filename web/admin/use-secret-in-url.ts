import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The pattern's group in the URL's fragment, which is removed at once, so that no history keeps it. */
export function useSecretInUrl(pattern: RegExp): string | null {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const [secret, setSecret] = useState<string | null>(null)
  const linked = pattern.exec(hash)?.[1] ?? null
  useEffect(() => {
    if (linked === null) return
    setSecret(linked)
    navigate(pathname, { replace: true })
  }, [linked, pathname, navigate])
  return linked ?? secret
}
