import { useMutation } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, request } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { messageOf, NO_ANSWER, queryClient } from './client.ts'
import { endSession, readToken } from './session.ts'

const SignOutContext = createContext<(() => void) | null>(null)

export function useSignOut(): () => void {
  const signOut = use(SignOutContext)
  if (!signOut) throw new Error('useSignOut must be used within a SignOutProvider')
  return signOut
}

/** Signing out removes the token from this browser at once, then ends its session on the server. */
export function SignOutProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const showToast = useToast()
  const [unended, setUnended] = useState<string[]>([])

  const signOut = () => {
    const token = readToken()
    endSession()
    queryClient.clear()
    navigate('/admin/login')
    if (token !== null) setUnended((others) => [...others, token])
  }

  const finish = (token: string) => {
    setUnended((tokens) => tokens.filter((other) => other !== token))
    showToast({ title: 'Logged out', description: 'You have been successfully logged out.' })
  }

  return (
    <SignOutContext value={signOut}>
      {unended.map((token) => (
        <UnendedSession key={token} token={token} onEnd={() => finish(token)} />
      ))}
      {children}
    </SignOutContext>
  )
}

/** Ends the session of `token` on the server. As long as that fails, a bar says so and offers another try. */
function UnendedSession({ token, onEnd }: { token: string; onEnd: () => void }) {
  const [failure, setFailure] = useState<unknown>(null)
  const { mutate: end, isPending } = useMutation({
    mutationFn: () => endOnServer(token),
    // Offline, a mutation would wait silently.
    networkMode: 'always',
    onSuccess: onEnd,
    onError: setFailure,
  })
  useEffect(() => end(), [end])

  if (failure === null) return <SlowAnswer />
  return (
    <Bar>
      <p role="alert" className="min-w-0 flex-1 basis-72 break-words text-weak">
        <strong className="font-semibold">Your session has not ended on the server.</strong> This browser is
        signed out, but the logout failed: {messageOf(failure, NO_ANSWER)}
      </p>
      <Button onClick={() => end()} disabled={isPending}>
        {isPending ? 'Trying again...' : 'Try again'}
      </Button>
    </Bar>
  )
}

/** The server answers 401 when the session has ended already. */
async function endOnServer(token: string): Promise<void> {
  try {
    await request('POST', '/api/admin/logout', undefined, { authorization: `Bearer ${token}` })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
  }
}

/** Most answers come sooner: the page must not jump for them. */
const SLOW_MS = 1_000

function SlowAnswer() {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status">
      {isSlow && <Bar>This browser is signed out. Ending your session on the server...</Bar>}
    </div>
  )
}

function Bar({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-border border-b bg-surface px-4 py-3 text-sm lg:px-8">
      {children}
    </div>
  )
}
