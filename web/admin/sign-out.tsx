import { useMutation } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, request } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { messageOf, NO_RESPONSE, queryClient } from './client.ts'
import { endSession, readToken } from './session.ts'

const SignOutContext = createContext<(() => void) | null>(null)

export function useSignOut(): () => void {
  const signOut = use(SignOutContext)
  if (!signOut) throw new Error('useSignOut must be used within a SignOutProvider')
  return signOut
}

/** Removes the token at once, then ends the session on the server. */
export function SignOutProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const showToast = useToast()
  const [pendingTokens, setPendingTokens] = useState<string[]>([])

  const signOut = () => {
    const token = readToken()
    endSession()
    queryClient.clear()
    navigate('/admin/login')
    if (token !== null) setPendingTokens((others) => [...others, token])
  }

  const finish = (token: string) => {
    setPendingTokens((tokens) => tokens.filter((other) => other !== token))
    showToast({ title: 'Logged out', description: 'You have been successfully logged out.' })
  }

  return (
    <SignOutContext value={signOut}>
      {pendingTokens.map((token) => (
        <SignOutFailed key={token} token={token} onEnd={() => finish(token)} />
      ))}
      {children}
    </SignOutContext>
  )
}

/** Retries on request while ending the session fails. */
function SignOutFailed({ token, onEnd }: { token: string; onEnd: () => void }) {
  const [failure, setFailure] = useState<unknown>(null)
  const { mutate: end, isPending } = useMutation({
    mutationFn: () => endOnServer(token),
    // Offline, React Query would pause the mutation.
    networkMode: 'always',
    onSuccess: onEnd,
    onError: setFailure,
  })
  useEffect(() => end(), [end])

  if (failure === null) return <SlowSignOut />
  return (
    <Bar>
      <p role="alert" className="min-w-0 flex-1 basis-72 break-words text-weak">
        <strong className="font-semibold">Your session has not ended on the server.</strong> This browser is
        signed out, but signing out on the server failed: {messageOf(failure, NO_RESPONSE)}
      </p>
      <Button onClick={() => end()} disabled={isPending}>
        {isPending ? 'Trying again...' : 'Try again'}
      </Button>
    </Bar>
  )
}

/** 401 means that the session has already ended. */
async function endOnServer(token: string): Promise<void> {
  try {
    await request('POST', '/api/admin/logout', { headers: { authorization: `Bearer ${token}` } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
  }
}

/** Responses are usually faster: avoid a layout shift. */
const SLOW_MS = 1_000

function SlowSignOut() {
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
