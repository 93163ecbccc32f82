import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { readUser } from '#web/admin/session.ts'
import { forget, keep, readStored } from '#web/lib/storage.ts'
import { Edited, PostForm } from './post-form.ts'

const KEY = 'adminUnsavedPosts'
/** More than one only where several tabs, lost sessions or two versions of a post left them. */
const MOST_KEPT = 5

/** An editor's contents that the server does not have yet. */
const KeptEdit = z.object({
  /** Who was writing: nobody else is offered it. */
  username: z.string(),
  /** ISO 8601, UTC. */
  keptAt: z.string(),
  edited: Edited,
  form: PostForm,
})
export type KeptEdit = z.infer<typeof KeptEdit>

const listeners = new Set<() => void>()

const username = () => readUser().username ?? ''

/** What this browser keeps for whoever is signed in, newest first. */
export const readKeptEdits = (): KeptEdit[] => readAll().filter((kept) => kept.username === username())

/** The same, followed while this page changes it. */
export const useKeptEdits = (): KeptEdit[] => useSyncExternalStore(subscribe, readSnapshot)

/** Keeps an editor's contents in this browser, and answers whether it could. */
export function keepEdit(edited: Edited, form: PostForm): boolean {
  const kept = { username: username(), keptAt: new Date().toISOString(), edited, form }
  const isKept = keep(KEY, JSON.stringify([kept, ...others(edited)].slice(0, MOST_KEPT)))
  notify()
  return isKept
}

export function forgetEdit(edited: Edited): void {
  const rest = others(edited)
  if (rest.length > 0) keep(KEY, JSON.stringify(rest))
  else forget(KEY)
  notify()
}

/** Edits of one post that began with different versions of it are kept beside each other. */
const others = ({ id, basedOn }: Edited) =>
  readAll().filter(
    ({ edited, username: writer }) => edited.id !== id || edited.basedOn !== basedOn || writer !== username(),
  )

function readAll(): KeptEdit[] {
  return z.array(KeptEdit).safeParse(parseJson(readStored(KEY) ?? '[]')).data ?? []
}

let snapshot: { stored: string | null; kept: KeptEdit[] } = { stored: null, kept: [] }

/** The same array for as long as the same is stored, as React asks for. */
function readSnapshot(): KeptEdit[] {
  const stored = `${username()} ${readStored(KEY)}`
  if (stored !== snapshot.stored) snapshot = { stored, kept: readKeptEdits() }
  return snapshot.kept
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify(): void {
  for (const listener of listeners) listener()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
