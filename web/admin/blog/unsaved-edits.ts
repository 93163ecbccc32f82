import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { readUser } from '#web/admin/session.ts'
import { parseJson } from '#web/lib/api.ts'
import { readStored, removeStored, writeStored } from '#web/lib/storage.ts'
import { EditedPost, PostForm } from './post-form.ts'

const KEY = 'adminUnsavedPosts'
/** Several tabs, lost sessions or conflicting versions can leave more than one. */
const EDITS_MAX = 5

/** Editor contents that the server doesn't have. */
const UnsavedEdit = z.object({
  /** Not offered to other users of this browser. */
  username: z.string(),
  /** ISO 8601, UTC. */
  keptAt: z.string(),
  edited: EditedPost,
  form: PostForm,
})
export type UnsavedEdit = z.infer<typeof UnsavedEdit>

const listeners = new Set<() => void>()

const username = () => readUser().username ?? ''

/** Newest first. */
export const readUnsavedEdits = (): UnsavedEdit[] =>
  readAll().filter((unsaved) => unsaved.username === username())

export const useUnsavedEdits = (): UnsavedEdit[] => useSyncExternalStore(subscribe, readSnapshot)

/** Returns false if storage failed. */
export function storeEdit(edited: EditedPost, form: PostForm): boolean {
  const unsaved = { username: username(), keptAt: new Date().toISOString(), edited, form }
  const isStored = writeStored(KEY, JSON.stringify([unsaved, ...others(edited)].slice(0, EDITS_MAX)))
  notify()
  return isStored
}

export function removeEdit(edited: EditedPost): void {
  const rest = others(edited)
  if (rest.length > 0) writeStored(KEY, JSON.stringify(rest))
  else removeStored(KEY)
  notify()
}

/** Edits based on different versions of a post are stored separately. */
const others = ({ id, basedOn }: EditedPost) =>
  readAll().filter(
    ({ edited, username: writer }) => edited.id !== id || edited.basedOn !== basedOn || writer !== username(),
  )

function readAll(): UnsavedEdit[] {
  return z.array(UnsavedEdit).safeParse(parseJson(readStored(KEY) ?? '[]')).data ?? []
}

let snapshot: { stored: string | null; unsaved: UnsavedEdit[] } = { stored: null, unsaved: [] }

/** useSyncExternalStore needs the same array until the stored value changes. */
function readSnapshot(): UnsavedEdit[] {
  const stored = `${username()} ${readStored(KEY)}`
  if (stored !== snapshot.stored) snapshot = { stored, unsaved: readUnsavedEdits() }
  return snapshot.unsaved
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify(): void {
  for (const listener of listeners) listener()
}
