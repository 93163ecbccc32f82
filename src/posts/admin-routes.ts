import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { RowIds } from '#domain/bulk.ts'
import {
  ListedPost,
  POST_SORTS,
  POST_STATUSES,
  Post,
  PostEdit,
  PostInput,
  PostRevision,
  Preview,
  PreviewLink,
  RENDER_PATH,
  RenderedPost,
  RenderInput,
  RevisionText,
} from '#domain/posts.ts'
import { searchText } from '#domain/search.ts'
import type { Deps } from '#src/deps.ts'
import { isRefusal } from '#src/errors.ts'
import { answers, DONE, Done } from '#src/http/answers.ts'
import { IdParams } from '#src/http/id-params.ts'
import { listResponse, Paging, sortedBy, WholeList } from '#src/http/paging.ts'
import { createQueue } from '#src/http/queue.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import type { Access } from '#src/sessions/access.ts'
import { authorizeDeletion, describeDeletion } from '#src/sessions/guard.ts'
import { createPreview, listPreviews, revokePreview } from './previews.ts'
import type { Publication } from './publication.ts'
import { deleteRevision, findRevision, listRevisions } from './revisions.ts'
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

const RevisionParams = z.extend(IdParams, { revision: IdParams.shape.id })

/** The longest preview takes a second, and browsers abort outdated ones: writers don't reach these limits. */
const RENDERINGS_MAX = { perNetwork: 8, perWideNetwork: 8, total: 16 }

export function postAdminRoutes(
  { db, now, render, publication }: Pick<Deps, 'db' | 'now' | 'render'> & { publication: Publication },
  access: Access,
) {
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

  return new Elysia()
    .use(access)
    .get(
      '/api/admin/blog/posts',
      async ({ query, call }) => listResponse(await listPosts(db, query, call.request.signal)),
      {
        access: 'read',
        query: Filter,
        response: answers(z.array(ListedPost)),
        detail: { summary: 'List all posts without their contents, newest first by default' },
      },
    )
    .post(
      RENDER_PATH,
      ({ call, body }) =>
        inTurn(call.address, async () => {
          await yieldToEventLoop(call.request.signal)
          const rendered: RenderedPost = JSON.parse(await render({ kind: 'draft', ...body }))
          return rendered
        }),
      {
        access: 'posts.write',
        body: RenderInput,
        response: answers(RenderedPost),
        detail: { summary: 'Render the Markdown of a post' },
      },
    )
    .get('/api/admin/blog/posts/:id', ({ params: { id } }) => findPost(db, id), {
      access: 'read',
      params: IdParams,
      response: answers(Post),
      detail: { summary: 'Get a post with its content' },
    })
    .get(
      '/api/admin/blog/posts/:id/revisions',
      async ({ params: { id }, query }) => {
        const post = await findPost(db, id)
        return listResponse(await listRevisions(db, post.id, query))
      },
      {
        access: 'read',
        params: IdParams,
        query: z.object(Paging),
        response: answers(z.array(PostRevision)),
        detail: { summary: 'List the former texts of a post, newest first' },
      },
    )
    .get(
      '/api/admin/blog/posts/:id/revisions/:revision',
      ({ params: { id, revision } }) => findRevision(db, id, revision),
      {
        access: 'read',
        params: RevisionParams,
        response: answers(RevisionText),
        detail: { summary: 'Get a former text of a post' },
      },
    )
    .delete(
      '/api/admin/blog/posts/:id/revisions/:revision',
      async ({ actor, params: { id, revision } }) => {
        await deleteRevision(db, actor, { postId: id, id: revision }, now())
        return DONE
      },
      {
        access: 'posts.delete',
        params: RevisionParams,
        response: answers(Done),
        detail: { summary: 'Delete a former text of a post' },
      },
    )
    .post(
      '/api/admin/blog/posts',
      async ({ status, actor, body }) => status(201, await changing(createPost(db, actor, body, now()))),
      {
        access: 'posts.write',
        body: PostInput,
        response: { 201: answers(Post) },
        detail: { summary: 'Create a post' },
      },
    )
    .put(
      '/api/admin/blog/posts/:id',
      ({ actor, params: { id }, body: { basedOn, autosave, ...body } }) =>
        changing(updatePost(db, actor, id, body, now(), { basedOn, autosave })),
      {
        access: 'posts.write',
        params: IdParams,
        body: PostEdit,
        response: answers(Post),
        detail: {
          summary: 'Update a post',
          description:
            'With basedOn (the updatedAt of the post when it was read), the update fails with 409 and the code ' +
            'edit_conflict if someone else has saved since. Without it, the update always replaces the post.',
        },
      },
    )
    .delete(
      '/api/admin/blog/posts/:id',
      async ({ actor, params: { id } }) => {
        await changing(deletePost(db, actor, id, now()))
        return DONE
      },
      {
        access: 'posts.delete',
        params: IdParams,
        response: answers(Done),
        detail: { summary: 'Delete a post' },
      },
    )
    .post(
      '/api/admin/blog/posts/:id/publish',
      ({ actor, params: { id } }) => changing(publishPost(db, actor, id, now())),
      {
        access: 'posts.write',
        params: IdParams,
        response: answers(Post),
        detail: { summary: 'Publish a draft' },
      },
    )
    .post(
      '/api/admin/blog/posts/bulk-publish',
      ({ actor, body: { ids } }) => changingMany(publishPosts(db, actor, ids, now())),
      {
        access: 'posts.write',
        body: RowIds,
        response: answers(z.array(ListedPost)),
        detail: {
          summary: 'Publish many drafts',
          description: "A few posts per transaction. The response omits posts that weren't drafts.",
        },
      },
    )
    .post(
      '/api/admin/blog/posts/bulk-delete',
      async ({ body: { ids }, caller }) => {
        authorizeDeletion(caller, ids.length, 'posts.deleteMany')
        await changingMany(deletePosts(db, caller.actor, ids, now()))
        return DONE
      },
      {
        access: 'posts.delete',
        body: RowIds,
        response: answers(Done),
        detail: {
          summary: 'Delete many posts',
          description: `A few posts per transaction. ${describeDeletion('posts.deleteMany')}`,
        },
      },
    )
    .post(
      '/api/admin/blog/posts/:id/preview',
      async ({ status, actor, params: { id } }) => {
        const post = await findPost(db, id)
        return status(201, await createPreview(db, actor, post.id, now()))
      },
      {
        access: 'posts.write',
        params: IdParams,
        response: { 201: answers(Preview) },
        detail: { summary: 'Create a preview link for a post, valid for a week' },
      },
    )
    .get(
      '/api/admin/blog/posts/:id/previews',
      async ({ params: { id } }) => {
        const post = await findPost(db, id)
        return listPreviews(db, post.id, now())
      },
      {
        access: 'posts.write',
        params: IdParams,
        response: answers(z.array(PreviewLink)),
        detail: { summary: 'List the valid preview links for a post, oldest first' },
      },
    )
    .delete(
      '/api/admin/blog/posts/:id/previews/:preview',
      async ({ actor, params: { id, preview } }) => {
        await revokePreview(db, actor, { postId: id, id: preview }, now())
        return DONE
      },
      {
        access: 'posts.write',
        params: z.extend(IdParams, { preview: z.string() }),
        response: answers(Done),
        detail: { summary: 'Revoke a preview link' },
      },
    )
}
