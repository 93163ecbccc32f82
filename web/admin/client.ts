import { type keepPreviousData, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { ApiError, type Call, fillIn, type RouteValues, send, upload } from '#web/lib/api.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import type { Answer, Argument, Input, Method, PathOf } from '#web/lib/routes.ts'
import { useToasts } from '#web/ui/toast.tsx'
import type { ToastMessage } from '#web/ui/toast-view.tsx'
import { requestReauthentication } from './reauthentication/reauthentication-requests.ts'
import { createRefresh } from './refresh.ts'
import { endSession, passwordChange, readToken, secondStep, storeReturnPath } from './session.ts'
import { ShownError } from './shown-error.ts'

/**
 * Calls the admin API. A 401 ends the session and redirects to the sign-in page, which returns here. Throws ApiError,
 * or the abort reason of `signal`.
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

/** Uploads a file and returns the JSON response. */
export async function uploadAdmin<Path extends PathOf<'POST'>>(
  path: Path,
  file: Blob,
  progress: Progress,
): Promise<Answer<'POST', Path>> {
  const response = await withToken((headers) => upload(path, file, { headers, ...progress }))
  return await response.json()
}

/** Repeats the call after asking for the password if the server requires proof. */
async function withToken(call: (headers: Record<string, string>) => Promise<Response>): Promise<Response> {
  try {
    return await withSession(call)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'password_change_required') passwordChange.store()
    if (error.code === 'second_step_required') secondStep.store()
    if (error.code !== 'proof_required') throw error
    if (!(await requestReauthentication()))
      throw new DOMException('reauthentication was canceled', 'AbortError')
    return withSession(call)
  }
}

async function withSession(call: (headers: Record<string, string>) => Promise<Response>): Promise<Response> {
  const token = readToken()
  try {
    return await call({ authorization: `Bearer ${token ?? ''}` })
  } catch (error) {
    // Ignore a 401 for an older token; only the first one may store the page to return to.
    if (error instanceof ApiError && error.status === 401 && token !== null && token === readToken()) {
      storeReturnPath()
      endSession()
      queryClient.clear()
    }
    throw error
  }
}

/** Calls a route and returns the JSON response. Throws as `sendAdmin` does. */
export function callAdmin<M extends Method, Path extends PathOf<M>>(
  method: M,
  path: Path,
  ...input: Argument<Input<M, Path> & { signal?: AbortSignal }>
): Promise<Answer<M, Path>>
export async function callAdmin(
  method: Method,
  path: string,
  { body, signal, ...values }: Call & { signal?: AbortSignal } = {},
): Promise<unknown> {
  return await (await sendAdmin(method, fillIn(path, values), body, signal)).json()
}

/** Mutations list the queries to invalidate. */
export const queryClient = createQueryClient()

const refreshQuery = createRefresh(queryClient)

/** The path of a GET route, then anything; a shorter key also stands for the longer ones that start with it. */
export type AdminKey = readonly [PathOf, ...unknown[]]

type QueryOptions = {
  enabled?: boolean
  refetchInterval?: number
  gcTime?: number
  refetchOnMount?: 'always'
  placeholderData?: typeof keepPreviousData
}

/** GETs a route; the query's key is its path, params and query. */
export function useAdminQuery<Path extends PathOf>(
  path: Path,
  ...options: Argument<Omit<Input<'GET', Path>, 'body'> & QueryOptions>
): UseQueryResult<Answer<'GET', Path>>
export function useAdminQuery(path: string, { params, query, ...options }: RouteValues & QueryOptions = {}) {
  const values = { params, query }
  return useQuery({
    queryKey: [path, params, query],
    queryFn: async ({ signal }): Promise<unknown> =>
      (await sendAdmin('GET', fillIn(path, values), undefined, signal)).json(),
    ...options,
  })
}

/** Provider error messages take time to read. */
export const AI_FAILURE_MS = 10_000

/** Deleted or changed by someone else. */
const STALE_STATUSES = new Set([404, 409])

type Change<Input, Data> = {
  run: (input: Input) => Promise<Data>
  /** Toast on success, if any, and heading of the toast on failure. */
  success: string | ((data: Data) => ToastMessage | null)
  failure: string
  /** Milliseconds. */
  failureMs?: number
  /** Query keys to invalidate. */
  refreshes: readonly AdminKey[]
  /** Whether a part may have been changed before a failure: also refreshes after any failure. */
  changesMany?: boolean
  onSuccess?: (data: Data) => void
}

/** A mutation with success and failure toasts that invalidates `refreshes`. */
export function useAdminMutation<Input, Data = unknown>({
  run,
  success,
  failure,
  failureMs,
  refreshes,
  changesMany = false,
  onSuccess,
}: Change<Input, Data>) {
  const { showToast, dismissFailure } = useToasts()
  const refresh = () => Promise.all(refreshes.map(refreshQuery))
  return useMutation({
    mutationFn: run,
    // Clears an earlier failure.
    onMutate: dismissFailure,
    onSuccess: async (data) => {
      const message = typeof success === 'string' ? { title: success } : success(data)
      if (message) showToast(message)
      onSuccess?.(data)
      await refresh()
    },
    onError: (error) => {
      // Canceled by the user: no toast.
      if (error.name === 'AbortError') return
      // Stale data on screen: fetch again.
      if (changesMany || (error instanceof ApiError && STALE_STATUSES.has(error.status))) refresh()
      const reason = error instanceof ApiError ? error.serverMessage : messageOf(error, NO_RESPONSE)
      const description = reason ?? undefined
      showToast({ title: failure, description, duration: failureMs, look: 'failure' })
    },
  })
}

export const NO_RESPONSE = 'The server did not respond. Please try again.'

/** The server's message if it sent one. */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof ShownError) return error.message
  return (error instanceof ApiError && error.serverMessage) || fallback
}
