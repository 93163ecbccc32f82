import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PostForm } from '#web/admin/blog/post-form.ts'
import { messageOf, NO_ANSWER } from '#web/admin/client.ts'
import { ApiError } from '#web/lib/api.ts'
import { FormError } from './use-post-saving.ts'

const PAUSE_MS = 3_000
/** For those who never pause. */
const AT_LATEST_MS = 60_000
/** A server that does not answer may be back by then. */
const RETRY_MS = 30_000

type State = { isSaving: boolean; failure: string | null }

/**
 * Saves a draft at each pause in typing. What is published stays as it is until someone says so, and what lacks a title
 * or a text is not saved yet; both are kept in the browser alone. Answers what became of the last try.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins a new pause
  useEffect(() => {
    if (!isDue) {
      dueSince.current = null
      setState((state) => (state.failure === null ? state : { ...state, failure: null }))
      return
    }
    dueSince.current ??= Date.now()
    const left = dueSince.current + AT_LATEST_MS - Date.now()
    const timer = setTimeout(run, Math.max(0, Math.min(PAUSE_MS, left)))
    return () => clearTimeout(timer)
  }, [form, isDue])

  useEffect(() => {
    if (state.failure === null) return
    const timer = setInterval(run, RETRY_MS)
    return () => clearInterval(timer)
  }, [state.failure])

  return state
}

/** null where there is nothing to tell: a draft without a title or a text is simply not finished. */
function reasonOf(error: unknown): string | null {
  if (error instanceof FormError) {
    return 'title' in error.fields || 'content' in error.fields ? null : error.message
  }
  return error instanceof ApiError ? messageOf(error, 'the server refused it.') : NO_ANSWER
}
