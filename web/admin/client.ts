import { type keepPreviousData, QueryClient, useMutation, useQuery } from '@tanstack/react-query'
import { ApiError, type Method, send, upload } from '#web/lib/api.ts'
import { useToasts } from '#web/ui/toast.tsx'
import type { ToastMessage } from '#web/ui/toast-view.tsx'
import { PasskeyError } from './passkeys/passkey-error.ts'
import { askForProof } from './proof/proof-requests.ts'
import { endSession, readToken, rememberPlace, requirePasswordChange, requireSecondStep } from './session.ts'

/**
 * Calls the admin API as the signed-in user. A 401 ends the session, which brings the sign-in page, and after it this
 * page again. Throws ApiError, and what `signal` is aborted with.
 */
export async function sendAdmin(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  return withToken((headers) => send(method, path, body, headers, signal))
}

type Progress = { signal: AbortSignal; onProgress: (percent: number) => void }

/** Sends a file in the same way, and answers its JSON. */
export async function uploadAdmin<Answer>(path: string, file: Blob, progress: Progress): Promise<Answer> {
  const response = await withToken((headers) => upload(path, file, { headers, ...progress }))
  return await response.json()
}

/** Where the server wants the password again, the user is asked for it, and the call repeated. */
async function withToken(call: (headers: Record<string, string>) => Promise<Response>): Promise<Response> {
  try {
    return await withSession(call)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'password_change_required') requirePasswordChange()
    if (error.code === 'second_step_required') requireSecondStep()
    if (error.code !== 'proof_required') throw error
    if (!(await askForProof())) throw new DOMException('the password was not given', 'AbortError')
    return withSession(call)
  }
}

async function withSession(call: (headers: Record<string, string>) => Promise<Response>): Promise<Response> {
  const token = readToken()
  try {
    return await call({ authorization: `Bearer ${token ?? ''}` })
  } catch (error) {
    // A late 401 may be about an older token, and only the first of several finds the page to return to.
    if (error instanceof ApiError && error.status === 401 && token !== null && token === readToken()) {
      rememberPlace()
      endSession()
      queryClient.clear()
    }
    throw error
  }
}

export async function callAdmin<Answer>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  return await (await sendAdmin(method, path, body, signal)).json()
}

/** Data never goes stale by itself and nothing is tried twice: what changes something says which lists to fetch anew. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: ({ queryKey, signal }) => callAdmin('GET', queryKey.join('/'), undefined, signal),
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: false,
    },
    mutations: { retry: false },
  },
})

/** What GET answers at the address that `segments` make, joined by '/'. */
export function useAdminQuery<Answer>(
  segments: string[],
  options: { refetchInterval?: number; gcTime?: number; placeholderData?: typeof keepPreviousData } = {},
) {
  return useQuery<Answer>({ queryKey: segments, ...options })
}

/** What the AI provider has to say about a failure takes a while to read. */
export const AI_FAILURE_MS = 10_000

/** Not found, or in another state than was thought. */
const OVERTAKEN = new Set([404, 409])

type Change<Input, Answer> = {
  run: (input: Input) => Promise<Answer>
  /** What the toast says when it worked, and above the server's reason when it did not. */
  success: string | ((answer: Answer) => ToastMessage)
  failure: string
  /** How long the failure stays on screen; as any toast unless told. */
  failureMs?: number
  /** The lists that the change concerns, by the first part of their addresses. */
  refreshes: string[][]
  onSuccess?: (answer: Answer) => void
}

/** A change of something on the server, with its two toasts; afterwards the lists concerned are fetched anew. */
export function useAdminChange<Input, Answer = unknown>({
  run,
  success,
  failure,
  failureMs,
  refreshes,
  onSuccess,
}: Change<Input, Answer>) {
  const { showToast, endFailure } = useToasts()
  const refresh = () => Promise.all(refreshes.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  return useMutation({
    mutationFn: run,
    // What went wrong before is not what is going on now.
    onMutate: endFailure,
    onSuccess: async (answer) => {
      showToast(typeof success === 'string' ? { title: success } : success(answer))
      onSuccess?.(answer)
      await refresh()
    },
    onError: (error) => {
      // Whoever called it off knows.
      if (error.name === 'AbortError') return
      // Somebody else was faster: what is on the screen is out of date.
      if (error instanceof ApiError && OVERTAKEN.has(error.status)) refresh()
      const duration = failureMs === undefined ? {} : { duration: failureMs }
      showToast({ title: failure, ...reasonOf(error), ...duration, look: 'failure' })
    },
  })
}

function reasonOf(error: unknown): { description?: string } {
  if (error instanceof PasskeyError) return { description: error.message }
  if (!(error instanceof ApiError)) return { description: NO_ANSWER }
  return error.serverMessage ? { description: error.serverMessage } : {}
}

export const NO_ANSWER = 'The server did not answer. Please try again.'

/** What a failed call has to say to the person: the server's own words where it has some. */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof PasskeyError) return error.message
  return (error instanceof ApiError && error.serverMessage) || fallback
}
