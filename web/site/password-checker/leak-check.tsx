import { useEffect, useRef, useState } from 'react'
import { BREACH_CHECK_PATH, PREFIX_LENGTH } from '#domain/breach-check.ts'
import { ApiError, request } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'

type Result = { kind: 'found'; count: number } | { kind: 'not found' } | { kind: 'failed'; reason: string }

const NO_CONNECTION = 'Couldn’t reach the server. Check your connection and try again.'
const NO_HASHING = 'Browsers can only do this on pages served over HTTPS.'

/** Looks the password up in known leaks on request; sends five digits of its hash. */
export function LeakCheck({ password }: { password: string }) {
  const [checked, setChecked] = useState<{ password: string; result: Result | null } | null>(null)
  const current = useRef(password)
  useEffect(() => {
    current.current = password
  }, [password])
  // Ignore a response for a different text.
  const shown = checked?.password === password ? checked : null

  async function ask(): Promise<void> {
    setChecked({ password, result: null })
    const result = await check(password)
    if (current.current === password) setChecked({ password, result })
  }

  return (
    <section aria-labelledby="leak-check" className="mt-6 border-border border-t pt-6 noscript:hidden">
      <h2 id="leak-check" className="text-lg">
        Known leaks
      </h2>
      <p className="mt-1 max-w-[68ch] text-muted text-sm">
        Your browser computes the SHA-1 hash of the password and sends this server the first 5 of its 40
        digits. The server passes them on, without your address, and returns every leaked hash that starts
        with them, about a thousand. Your browser looks for yours among them. Nobody else learns the password
        or its whole hash, and nothing is stored.
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button disabled={password === ''} aria-busy={shown?.result === null} onClick={ask}>
          Check known leaks
        </Button>
        <p role="status" className={shown?.result?.kind === 'found' ? 'font-medium text-weak' : ''}>
          {shown && (shown.result ? describe(shown.result) : 'Checking…')}
        </p>
      </div>
    </section>
  )
}

function describe(result: Result): string {
  if (result.kind === 'failed') return result.reason
  if (result.kind === 'not found') return 'Not found in known leaks. That alone doesn’t make it strong.'
  const times = result.count === 1 ? 'once' : `${result.count.toLocaleString('en')} times`
  return `Found ${times} in known leaks. Attackers try these passwords first, so don’t use it anywhere.`
}

async function check(password: string): Promise<Result> {
  const hash = await hashPassword(password)
  if (hash === null) return { kind: 'failed', reason: NO_HASHING }
  try {
    const { counts } = await request('POST', BREACH_CHECK_PATH, { body: { prefix: hash.prefix } })
    const count = counts[hash.suffix] ?? 0
    return count > 0 ? { kind: 'found', count } : { kind: 'not found' }
  } catch (error) {
    if (error instanceof ApiError) return { kind: 'failed', reason: error.serverMessage ?? NO_CONNECTION }
    if (error instanceof TypeError) return { kind: 'failed', reason: NO_CONNECTION }
    throw error
  }
}

/** SHA-1 in hexadecimal, split after the part that may leave the browser; null if Web Crypto is missing. */
async function hashPassword(password: string): Promise<{ prefix: string; suffix: string } | null> {
  if (!window.isSecureContext) return null
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(password))
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const digits = hash.toUpperCase()
  return { prefix: digits.slice(0, PREFIX_LENGTH), suffix: digits.slice(PREFIX_LENGTH) }
}
