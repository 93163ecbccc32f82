import * as z from 'zod/mini'
import { readUser } from '#web/admin/session.ts'
import { forget, keep, readStored } from '#web/lib/storage.ts'
import { Edited, PostForm } from './post-form.ts'

const KEY = 'adminUnsavedPosts'
/** More than one only where several tabs or lost sessions left them. */
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

const username = () => readUser().username ?? ''

/** What this browser keeps for whoever is signed in, newest first. */
export const readKeptEdits = (): KeptEdit[] => readAll().filter((kept) => kept.username === username())

/** Keeps an editor's contents in this browser, and answers whether it could. */
export function keepEdit(edited: Edited, form: PostForm): boolean {
  const kept = { username: username(), keptAt: new Date().toISOString(), edited, form }
  return keep(KEY, JSON.stringify([kept, ...others(edited)].slice(0, MOST_KEPT)))
}

export function forgetEdit(edited: Edited): void {
  const rest = others(edited)
  if (rest.length > 0) keep(KEY, JSON.stringify(rest))
  else forget(KEY)
}

const others = ({ id }: Edited) =>
  readAll().filter((kept) => kept.edited.id !== id || kept.username !== username())

function readAll(): KeptEdit[] {
  return z.array(KeptEdit).safeParse(parseJson(readStored(KEY) ?? '[]')).data ?? []
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
