import { PostInput } from '#domain/posts.ts'
import type { Database } from '#src/db/database.ts'
import { createPost } from '#src/posts/store.ts'
import { actor } from './actor.ts'

/** Has the form's defaults. */
export const postInput = (input: Partial<PostInput> = {}): PostInput =>
  PostInput.parse({ title: 'On passwords', content: 'Length comes first.', ...input })

export const makePost = (
  db: Database,
  input: Partial<PostInput> = {},
  at = new Date('2026-03-14T12:00:00Z'),
) => createPost(db, actor, postInput(input), at)

export const makePublished = (db: Database, input: Partial<PostInput> = {}, at?: Date) =>
  makePost(db, { status: 'published', ...input }, at)
