import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Post, PostEdit } from '#domain/posts.ts'
import { type EditedPost, editedOf, inputOf, NEW_POST, type PostForm } from '#web/admin/blog/post-form.ts'
import { POSTS_PATH } from '#web/admin/blog/posts-path.ts'
import { removeEdit, storeEdit } from '#web/admin/blog/unsaved-edits.ts'
import { callAdmin, queryClient } from '#web/admin/client.ts'
import { ApiError } from '#web/lib/api.ts'
import { fieldErrors } from '#web/lib/field-errors.ts'

/** Client-side validation failed; nothing was sent. */
export class FormError extends Error {
  override name = 'FormError'
  readonly fields: Record<string, string>

  constructor(message: string, fields: Record<string, string>) {
    super(message)
    this.fields = fields
  }
}

type Options = { isAutosave?: boolean }

export type PostSaving = ReturnType<typeof usePostSaving>

/**
 * Serializes saves; each is based on the version of the previous one. `theirs` is a version someone else saved:
 * nothing is overwritten until the writer chooses.
 */
export function usePostSaving(initial: EditedPost, initialTheirs: Post | null) {
  const [edited, setEdited] = useState(initial)
  const [theirs, setTheirs] = useState(initialTheirs)
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const [isDeleted, setIsDeleted] = useState(false)
  const base = useRef(initial)
  const lastTurn = useRef<Promise<unknown>>(Promise.resolve())

  const rebase = (next: EditedPost) => {
    base.current = next
    setEdited(next)
  }

  function runInTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    const turn = lastTurn.current.then(run, run)
    lastTurn.current = turn
    return turn
  }

  /** Throws FormError, ApiError, or TypeError on network failure. */
  const save = (form: PostForm, { isAutosave = false }: Options = {}): Promise<Post> =>
    runInTurn(async () => {
      const { id, basedOn } = base.current
      const parsed = PostEdit.safeParse({ ...inputOf(form), basedOn, autosave: isAutosave || undefined })
      if (!parsed.success) {
        throw new FormError(parsed.error.issues[0]?.message ?? '', fieldErrors(parsed.error))
      }
      // If the session has expired, the response redirects away from this page.
      storeEdit(base.current, form)
      const post = await send(id, parsed.data, form)
      removeEdit(base.current)
      rebase({ ...editedOf(post), saved: form })
      setSavedAt(new Date().toISOString())
      setIsDeleted(false)
      await queryClient.invalidateQueries({ queryKey: [POSTS_PATH] })
      return post
    })

  async function send(id: number | null, input: PostEdit, form: PostForm): Promise<Post> {
    if (id === null) return callAdmin('POST', POSTS_PATH, { body: input })
    try {
      return await callAdmin('PUT', `${POSTS_PATH}/:id`, { params: { id }, body: input })
    } catch (error) {
      if (error instanceof ApiError && 'basedOn' in error.fields) setTheirs(await read(id))
      if (error instanceof ApiError && error.status === 404) {
        removeEdit(base.current)
        rebase(NEW_POST)
        storeEdit(base.current, form)
        setIsDeleted(true)
      }
      throw error
    }
  }

  const checkForNewer = useEffectEvent(() => {
    if (document.visibilityState !== 'visible' || theirs) return
    void runInTurn(async () => {
      const { id, basedOn } = base.current
      const post = id === null ? null : await readQuietly(id)
      if (post && post.updatedAt !== basedOn) setTheirs(post)
    })
  })
  // Checks for newer versions when the tab becomes visible.
  useEffect(() => {
    document.addEventListener('visibilitychange', checkForNewer)
    return () => document.removeEventListener('visibilitychange', checkForNewer)
  }, [])

  return { edited, base, theirs, setTheirs, savedAt, isDeleted, rebase, save }
}

const read = (id: number) => callAdmin('GET', `${POSTS_PATH}/:id`, { params: { id } })

/** Null on failure: the next save reports it. */
async function readQuietly(id: number): Promise<Post | null> {
  try {
    return await read(id)
  } catch (error) {
    if (error instanceof ApiError || error instanceof TypeError) return null
    throw error
  }
}
