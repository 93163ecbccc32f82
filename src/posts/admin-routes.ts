import * as z from 'zod/mini'
import { RowIds } from '#domain/at-once.ts'
import {
  ListedPost,
  POST_SORTS,
  POST_STATUSES,
  Post,
  PostEdit,
  PostInput,
  Preview,
  PreviewLink,
  RENDER_PATH,
  RenderedPost,
  RenderInput,
} from '#domain/posts.ts'
import { searchText } from '#domain/search.ts'
import type { Deps } from '#src/deps.ts'
import { ById } from '#src/http/ids.ts'
import { listAnswer, sortedBy, WholeList } from '#src/http/paging.ts'
import { createQueue } from '#src/http/queue.ts'
import { DONE, Done } from '#src/http/route.ts'
import { breathe } from '#src/lib/breathe.ts'
import { route } from '#src/route.ts'
import { createPreview, listPreviews, revokePreview } from './previews.ts'
import type { Publication } from './publication.ts'
import {
  createPost,
  deletePost,
  deletePosts,
  findPost,
  listPosts,
  publishPost,
  publishPosts,
  updatePost,
} from './store.ts'

const Filter = z.object({
  status: z.optional(z.enum(POST_STATUSES, 'There is no such status')),
  /** Text that stands anywhere in a post. */
  search: searchText('search'),
  ...WholeList,
  ...sortedBy(POST_SORTS),
})

/**
 * Texts being shown in editors, those that wait included. The longest takes a second, and a browser aborts its request
 * once more is typed: no number of writers reaches this.
 */
const MOST_RENDERED = { ofNetwork: 8, ofWideNetwork: 8, ofEveryone: 16 }

/** The posts, drafts included, for administrators. */
export function postAdminRoutes({
  db,
  now,
  draw,
  publication,
}: Pick<Deps, 'db' | 'now' | 'draw'> & { publication: Publication }) {
  const inTurn = createQueue(1, MOST_RENDERED)

  return [
    route({
      method: 'GET',
      path: '/api/admin/blog/posts',
      access: 'read',
      query: Filter,
      summary: 'List all posts without their contents, newest first by default',
      answer: z.array(ListedPost),
      handle: async ({ query, call }) => listAnswer(await listPosts(db, query, call.request.signal)),
    }),
    route({
      method: 'POST',
      path: RENDER_PATH,
      access: 'posts.write',
      body: RenderInput,
      summary: 'Render the Markdown of a post',
      answer: RenderedPost,
      handle: ({ call, body }) =>
        inTurn(call.address, async () => {
          await breathe(call.request.signal)
          return { html: await draw({ kind: 'content', ...body }) }
        }),
    }),
    route({
      method: 'GET',
      path: '/api/admin/blog/posts/:id',
      access: 'read',
      params: ById,
      summary: 'Get a post with its content',
      answer: Post,
      handle: ({ params: { id } }) => findPost(db, id),
    }),
    route({
      method: 'POST',
      path: '/api/admin/blog/posts',
      access: 'posts.write',
      body: PostInput,
      summary: 'Create a post',
      status: 201,
      answer: Post,
      handle: async ({ actor, body }) => {
        const post = await createPost(db, actor, body, now())
        publication.changed()
        return post
      },
    }),
    route({
      method: 'PUT',
      path: '/api/admin/blog/posts/:id',
      access: 'posts.write',
      params: ById,
      body: PostEdit,
      summary: 'Update a post',
      note:
        'With basedOn, the updatedAt of the post as it was read, an edit is refused with 409 and the code ' +
        'edit_conflict once someone else has saved; without it, the post is replaced whatever it is.',
      answer: Post,
      handle: async ({ actor, params: { id }, body: { basedOn, autosave, ...body } }) => {
        const post = await updatePost(db, actor, id, body, now(), { basedOn, autosave })
        publication.changed()
        return post
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/admin/blog/posts/:id',
      access: 'posts.delete',
      params: ById,
      summary: 'Delete a post',
      answer: Done,
      handle: async ({ actor, params: { id } }) => {
        await deletePost(db, actor, id, now())
        publication.changed()
        return DONE
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/blog/posts/:id/publish',
      access: 'posts.write',
      params: ById,
      summary: 'Publish a draft',
      answer: Post,
      handle: async ({ actor, params: { id } }) => {
        const post = await publishPost(db, actor, id, now())
        publication.changed()
        return post
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/blog/posts/bulk-publish',
      access: 'posts.write',
      body: RowIds,
      summary: 'Publish many drafts',
      note: 'All of them or none; the answer leaves out what is not a draft.',
      answer: z.array(ListedPost),
      handle: async ({ actor, body: { ids } }) => {
        const published = await publishPosts(db, actor, ids, now())
        publication.changed()
        return published
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/blog/posts/bulk-delete',
      access: 'posts.delete',
      body: RowIds,
      summary: 'Delete many posts',
      answer: Done,
      handle: async ({ actor, body: { ids } }) => {
        await deletePosts(db, actor, ids, now())
        publication.changed()
        return DONE
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/blog/posts/:id/preview',
      access: 'posts.write',
      params: ById,
      summary: 'Create a preview link of a post, valid for a week',
      status: 201,
      answer: Preview,
      handle: async ({ actor, params: { id } }) => {
        const post = await findPost(db, id)
        return await createPreview(db, actor, post.id, now())
      },
    }),
    route({
      method: 'GET',
      path: '/api/admin/blog/posts/:id/previews',
      access: 'posts.write',
      params: ById,
      summary: 'List the valid preview links of a post, oldest first',
      answer: z.array(PreviewLink),
      handle: async ({ params: { id } }) => {
        const post = await findPost(db, id)
        return listPreviews(db, post.id, now())
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/admin/blog/posts/:id/previews/:preview',
      access: 'posts.write',
      params: z.extend(ById, { preview: z.string() }),
      summary: 'Revoke a preview link',
      answer: Done,
      handle: async ({ actor, params: { id, preview } }) => {
        await revokePreview(db, actor, { postId: id, id: preview }, now())
        return DONE
      },
    }),
  ]
}
