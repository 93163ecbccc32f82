import * as z from 'zod/mini'
import { RowIds } from '#domain/bulk.ts'
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
import { isRefusal } from '#src/errors.ts'
import { IdParams } from '#src/http/id-params.ts'
import { listResponse, sortedBy, WholeList } from '#src/http/paging.ts'
import { createQueue } from '#src/http/queue.ts'
import { DONE, Done } from '#src/http/route.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import { route } from '#src/route.ts'
import { authorizeDeletion, describeDeletion } from '#src/sessions/guard.ts'
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
  status: z.optional(z.enum(POST_STATUSES, 'Unknown status')),
  search: searchText('search'),
  ...WholeList,
  ...sortedBy(POST_SORTS),
})

/** The longest preview takes a second, and browsers abort outdated ones: writers don't reach these limits. */
const RENDERINGS_MAX = { perNetwork: 8, perWideNetwork: 8, total: 16 }

export function postAdminRoutes({
  db,
  reads,
  now,
  render,
  publication,
}: Pick<Deps, 'db' | 'reads' | 'now' | 'render'> & { publication: Publication }) {
  const inTurn = createQueue(1, RENDERINGS_MAX)

  /** A refused change wrote nothing; after any other failure it may have been written. */
  async function changing<Result>(work: Promise<Result>): Promise<Result> {
    let mayHaveChanged = true
    try {
      return await work
    } catch (error) {
      mayHaveChanged = !isRefusal(error)
      throw error
    } finally {
      if (mayHaveChanged) publication.changed()
    }
  }

  /** Some posts may have changed before a failure. */
  async function changingMany<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work
    } finally {
      publication.changed()
    }
  }

  return [
    route({
      method: 'GET',
      path: '/api/admin/blog/posts',
      access: 'read',
      query: Filter,
      summary: 'List all posts without their contents, newest first by default',
      response: z.array(ListedPost),
      handle: async ({ query, call }) => listResponse(await listPosts(reads.db, query, call.request.signal)),
    }),
    route({
      method: 'POST',
      path: RENDER_PATH,
      access: 'posts.write',
      body: RenderInput,
      summary: 'Render the Markdown of a post',
      response: RenderedPost,
      handle: ({ call, body }) =>
        inTurn(call.address, async () => {
          await yieldToEventLoop(call.request.signal)
          const rendered: RenderedPost = JSON.parse(await render({ kind: 'draft', ...body }))
          return rendered
        }),
    }),
    route({
      method: 'GET',
      path: '/api/admin/blog/posts/:id',
      access: 'read',
      params: IdParams,
      summary: 'Get a post with its content',
      response: Post,
      handle: ({ params: { id } }) => findPost(db, id),
    }),
    route({
      method: 'POST',
      path: '/api/admin/blog/posts',
      access: 'posts.write',
      body: PostInput,
      summary: 'Create a post',
      status: 201,
      response: Post,
      handle: ({ actor, body }) => changing(createPost(db, actor, body, now())),
    }),
    route({
      method: 'PUT',
      path: '/api/admin/blog/posts/:id',
      access: 'posts.write',
      params: IdParams,
      body: PostEdit,
      summary: 'Update a post',
      note:
        'With basedOn (the updatedAt of the post when it was read), the update fails with 409 and the code ' +
        'edit_conflict if someone else has saved since. Without it, the update always replaces the post.',
      response: Post,
      handle: ({ actor, params: { id }, body: { basedOn, autosave, ...body } }) =>
        changing(updatePost(db, actor, id, body, now(), { basedOn, autosave })),
    }),
    route({
      method: 'DELETE',
      path: '/api/admin/blog/posts/:id',
      access: 'posts.delete',
      params: IdParams,
      summary: 'Delete a post',
      response: Done,
      handle: async ({ actor, params: { id } }) => {
        await changing(deletePost(db, actor, id, now()))
        return DONE
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/blog/posts/:id/publish',
      access: 'posts.write',
      params: IdParams,
      summary: 'Publish a draft',
      response: Post,
      handle: ({ actor, params: { id } }) => changing(publishPost(db, actor, id, now())),
    }),
    route({
      method: 'POST',
      path: '/api/admin/blog/posts/bulk-publish',
      access: 'posts.write',
      body: RowIds,
      summary: 'Publish many drafts',
      note: "A few posts per transaction. The response omits posts that weren't drafts.",
      response: z.array(ListedPost),
      handle: ({ actor, body: { ids } }) => changingMany(publishPosts(db, actor, ids, now())),
    }),
    route({
      method: 'POST',
      path: '/api/admin/blog/posts/bulk-delete',
      access: 'posts.delete',
      body: RowIds,
      summary: 'Delete many posts',
      note: `A few posts per transaction. ${describeDeletion('posts.deleteMany')}`,
      response: Done,
      handle: async ({ body: { ids }, ...caller }) => {
        authorizeDeletion(caller, ids.length, 'posts.deleteMany')
        await changingMany(deletePosts(db, caller.actor, ids, now()))
        return DONE
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/blog/posts/:id/preview',
      access: 'posts.write',
      params: IdParams,
      summary: 'Create a preview link for a post, valid for a week',
      status: 201,
      response: Preview,
      handle: async ({ actor, params: { id } }) => {
        const post = await findPost(db, id)
        return await createPreview(db, actor, post.id, now())
      },
    }),
    route({
      method: 'GET',
      path: '/api/admin/blog/posts/:id/previews',
      access: 'posts.write',
      params: IdParams,
      summary: 'List the valid preview links for a post, oldest first',
      response: z.array(PreviewLink),
      handle: async ({ params: { id } }) => {
        const post = await findPost(db, id)
        return listPreviews(db, post.id, now())
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/admin/blog/posts/:id/previews/:preview',
      access: 'posts.write',
      params: z.extend(IdParams, { preview: z.string() }),
      summary: 'Revoke a preview link',
      response: Done,
      handle: async ({ actor, params: { id, preview } }) => {
        await revokePreview(db, actor, { postId: id, id: preview }, now())
        return DONE
      },
    }),
  ]
}
