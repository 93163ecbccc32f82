import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Post, PostEdit } from '#domain/posts.ts'
import { forgetEdit, keepEdit } from '#web/admin/blog/kept-edits.ts'
import { type Edited, editedOf, inputOf, NEW_POST, type PostForm } from '#web/admin/blog/post-form.ts'
import { POSTS_PATH } from '#web/admin/blog/posts-path.ts'
import { callAdmin, queryClient } from '#web/admin/client.ts'
import { ApiError } from '#web/lib/api.ts'
import { fieldErrors } from '#web/lib/field-errors.ts'

/** The server would not take the form: nothing was sent. */
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
 * Saves what is being edited, one save after the other, each based on the version that the one before it made. `theirs`
 * is what someone else saved meanwhile: nothing is overwritten before the writer has chosen a version.
 */
export function usePostSaving(initial: Edited, initialTheirs: Post | null) {
  const [edited, setEdited] = useState(initial)
  const [theirs, setTheirs] = useState(initialTheirs)
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const [isDeleted, setIsDeleted] = useState(false)
  const base = useRef(initial)
  const lastTurn = useRef<Promise<unknown>>(Promise.resolve())

  const rebase = (next: Edited) => {
    base.current = next
    setEdited(next)
  }

  function inTurn<Answer>(run: () => Promise<Answer>): Promise<Answer> {
    const turn = lastTurn.current.then(run, run)
    lastTurn.current = turn
    return turn
  }

  /** Throws FormError, ApiError, and TypeError where there is no answer. */
  const save = (form: PostForm, { isAutosave = false }: Options = {}): Promise<Post> =>
    inTurn(async () => {
      const { id, basedOn } = base.current
      const parsed = PostEdit.safeParse({ ...inputOf(form), basedOn, autosave: isAutosave || undefined })
      if (!parsed.success) {
        throw new FormError(parsed.error.issues[0]?.message ?? '', fieldErrors(parsed.error))
      }
      // A session that lapsed ends the page with the answer.
      keepEdit(base.current, form)
      const post = await send(id, parsed.data, form)
      forgetEdit(base.current)
      rebase({ ...editedOf(post), saved: form })
      setSavedAt(new Date().toISOString())
      setIsDeleted(false)
      await queryClient.invalidateQueries({ queryKey: [POSTS_PATH] })
      return post
    })

  async function send(id: number | null, input: PostEdit, form: PostForm): Promise<Post> {
    if (id === null) return callAdmin('POST', POSTS_PATH, input)
    try {
      return await callAdmin('PUT', `${POSTS_PATH}/${id}`, input)
    } catch (error) {
      if (error instanceof ApiError && 'basedOn' in error.fields) setTheirs(await read(id))
      if (error instanceof ApiError && error.status === 404) {
        forgetEdit(base.current)
        rebase(NEW_POST)
        keepEdit(base.current, form)
        setIsDeleted(true)
      }
      throw error
    }
  }

  const look = useEffectEvent(() => {
    if (document.visibilityState !== 'visible' || theirs) return
    void inTurn(async () => {
      const { id, basedOn } = base.current
      const post = id === null ? null : await readQuietly(id)
      if (post && post.updatedAt !== basedOn) setTheirs(post)
    })
  })
  // Told on coming back to the tab, before anything more is written.
  useEffect(() => {
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])

  return { edited, base, theirs, setTheirs, savedAt, isDeleted, rebase, save }
}

const read = (id: number) => callAdmin<Post>('GET', `${POSTS_PATH}/${id}`)

/** null where it can't be read: the next save tells why. */
async function readQuietly(id: number): Promise<Post | null> {
  try {
    return await read(id)
  } catch (error) {
    if (error instanceof ApiError || error instanceof TypeError) return null
    throw error
  }
}
