import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { ListedPost, POST_STATUSES, Post, PostEdit, PostInput, Preview, PreviewLink } from '#domain/posts.ts'
import { searchText } from '#domain/search.ts'
import type { Deps } from '#src/deps.ts'
import { Done, describe } from '#src/http/describe.ts'
import { jsonAnswer } from '#src/http/error-answer.ts'
import { ById } from '#src/http/ids.ts'
import { listAnswer, WholeList } from '#src/http/paging.ts'
import { actorOf } from '#src/sessions/guard.ts'
import { createPreview, listPreviews, revokePreview } from './previews.ts'
import type { Publication } from './publication.ts'
import { createPost, deletePost, findPost, listPosts, publishPost, updatePost } from './store.ts'

const Filter = z.object({
  status: z.optional(z.enum(POST_STATUSES, 'There is no such status')),
  /** Text that stands anywhere in a post. */
  search: searchText('search'),
  ...WholeList,
})

/** The posts, drafts included, for administrators. */
export function postAdminRoutes({
  db,
  now,
  publication,
}: Pick<Deps, 'db' | 'now'> & { publication: Publication }) {
  return new Elysia()
    .get(
      '/api/admin/blog/posts',
      async ({ query, request }) => listAnswer(await listPosts(db, query, request.signal)),
      {
        query: Filter,
        ...describe({
          summary: 'List all posts without their contents, newest first',
          permission: 'read',
          answer: z.array(ListedPost),
        }),
      },
    )
    .get('/api/admin/blog/posts/:id', ({ params: { id } }) => findPost(db, id), {
      params: ById,
      ...describe({ summary: 'Read a post with its content', permission: 'read', answer: Post }),
    })
    .post(
      '/api/admin/blog/posts',
      async ({ body, request }) => {
        const post = await createPost(db, actorOf(request), body, now())
        publication.changed()
        return jsonAnswer(post, 201)
      },
      {
        body: PostInput,
        ...describe({ summary: 'Write a post', permission: 'posts.write', status: 201, answer: Post }),
      },
    )
    .put(
      '/api/admin/blog/posts/:id',
      async ({ params: { id }, body: { basedOn, ...body }, request }) => {
        const post = await updatePost(db, actorOf(request), id, body, now(), basedOn)
        publication.changed()
        return post
      },
      {
        params: ById,
        body: PostEdit,
        ...describe({ summary: 'Change a post', permission: 'posts.write', answer: Post }),
      },
    )
    .delete(
      '/api/admin/blog/posts/:id',
      async ({ params: { id }, request }) => {
        await deletePost(db, actorOf(request), id, now())
        publication.changed()
        return { success: true }
      },
      {
        params: ById,
        ...describe({ summary: 'Delete a post', permission: 'posts.delete', answer: Done }),
      },
    )
    .post(
      '/api/admin/blog/posts/:id/publish',
      async ({ params: { id }, request }) => {
        const post = await publishPost(db, actorOf(request), id, now())
        publication.changed()
        return post
      },
      {
        params: ById,
        ...describe({ summary: 'Publish a draft', permission: 'posts.write', answer: Post }),
      },
    )
    .post(
      '/api/admin/blog/posts/:id/preview',
      async ({ params: { id }, request }) => {
        const post = await findPost(db, id)
        return jsonAnswer(await createPreview(db, actorOf(request), post.id, now()), 201)
      },
      {
        params: ById,
        ...describe({
          summary: 'Make a link that shows a post before it is published, for a week',
          permission: 'posts.write',
          status: 201,
          answer: Preview,
        }),
      },
    )
    .get(
      '/api/admin/blog/posts/:id/previews',
      async ({ params: { id } }) => {
        const post = await findPost(db, id)
        return listPreviews(db, post.id, now())
      },
      {
        params: ById,
        ...describe({
          summary: 'List the preview links of a post that still work, the oldest first',
          permission: 'posts.write',
          answer: z.array(PreviewLink),
        }),
      },
    )
    .delete(
      '/api/admin/blog/posts/:id/previews/:preview',
      async ({ params: { id, preview }, request }) => {
        await revokePreview(db, actorOf(request), { postId: id, id: preview }, now())
        return { success: true }
      },
      {
        params: z.extend(ById, { preview: z.string() }),
        ...describe({ summary: 'Revoke a preview link', permission: 'posts.write', answer: Done }),
      },
    )
}
