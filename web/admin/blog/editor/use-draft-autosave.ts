import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PostForm } from '#web/admin/blog/post-form.ts'
import { messageOf, NO_RESPONSE } from '#web/admin/client.ts'
import { ApiError } from '#web/lib/api.ts'
import { FormError } from './use-post-saving.ts'

const PAUSE_MS = 3_000
/** Saves even without a pause. */
const DELAY_MAX_MS = 60_000
const RETRY_MS = 30_000

type State = { isSaving: boolean; failure: string | null }

/**
 * Saves drafts at each pause in typing. Published posts and posts without a title or content stay in the browser
 * only. Returns the result of the last attempt.
 */
export function useDraftAutosave(
  form: PostForm,
  isDue: boolean,
  save: (form: PostForm) => Promise<unknown>,
): State {
  const [state, setState] = useState<State>({ isSaving: false, failure: null })
  const dueSince = useRef<number | null>(null)

  const run = useEffectEvent(async () => {
    dueSince.current = null
    setState({ isSaving: true, failure: null })
    try {
      await save(form)
      setState({ isSaving: false, failure: null })
    } catch (error) {
      setState({ isSaving: false, failure: reasonOf(error) })
    }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change restarts the timer
  useEffect(() => {
    if (!isDue) {
      dueSince.current = null
      setState((state) => (state.failure === null ? state : { ...state, failure: null }))
      return
    }
    dueSince.current ??= Date.now()
    const remainingMs = dueSince.current + DELAY_MAX_MS - Date.now()
    const timer = setTimeout(run, Math.max(0, Math.min(PAUSE_MS, remainingMs)))
    return () => clearTimeout(timer)
  }, [form, isDue])

  useEffect(() => {
    if (state.failure === null) return
    const timer = setInterval(run, RETRY_MS)
    return () => clearInterval(timer)
  }, [state.failure])

  return state
}

/** Null for an incomplete draft, which is not a failure. */
function reasonOf(error: unknown): string | null {
  if (error instanceof FormError) {
    return 'title' in error.fields || 'content' in error.fields ? null : error.message
  }
  return error instanceof ApiError ? messageOf(error, 'the server refused it.') : NO_RESPONSE
}
