import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { REDIRECT_SORTS, Redirect, RedirectInput } from '#domain/redirects.ts'
import { searchText } from '#domain/search.ts'
import type { Deps } from '#src/deps.ts'
import { conflict } from '#src/errors.ts'
import { answers, DONE, Done } from '#src/http/answers.ts'
import type { DeclaredRoute } from '#src/http/declared-routes.ts'
import { IdParams } from '#src/http/id-params.ts'
import { listResponse, Paging, sortedBy } from '#src/http/paging.ts'
import { currentSlug, type Publication } from '#src/posts/publication.ts'
import type { Access } from '#src/sessions/access.ts'
import { createRedirect, deleteRedirect, listRedirects, updateRedirect } from './store.ts'

const Filter = z.object({ search: searchText('search'), ...Paging, ...sortedBy(REDIRECT_SORTS) })

type Services = { publication: Publication; routes: () => readonly DeclaredRoute[] }

const HAS_PAGE = 'This path has a page or file of its own'

export function redirectRoutes(
  { db, now, publicFolder }: Pick<Deps, 'db' | 'now' | 'publicFolder'>,
  { publication, routes }: Services,
  access: Access,
) {
  /** Pages go first in any case: such a redirect would never apply. */
  async function requireNoPage({ source }: RedirectInput): Promise<void> {
    const [, slug = ''] = /^\/blog\/([^/?]+)$/.exec(source) ?? []
    const hasPage =
      routes().some(({ method, path }) => method === 'GET' && path === source) ||
      currentSlug(await publication.current(), slug) !== null ||
      Boolean(await publicFolder?.respond(new Request('https://here.invalid'), source))
    if (hasPage) throw conflict(HAS_PAGE, { source: HAS_PAGE })
  }

  return new Elysia()
    .use(access)
    .get('/api/admin/redirects', async ({ query }) => listResponse(await listRedirects(db, query)), {
      access: 'read',
      query: Filter,
      response: answers(z.array(Redirect)),
      detail: { summary: 'List the redirects, newest first by default' },
    })
    .post(
      '/api/admin/redirects',
      async ({ status, body, actor }) => {
        await requireNoPage(body)
        return status(201, await createRedirect(db, actor, body, now()))
      },
      {
        access: 'redirects.write',
        body: RedirectInput,
        response: { 201: answers(Redirect) },
        detail: {
          summary: 'Create a redirect',
          description: 'From a path that has no page, of a former site for example, to a path on this site.',
        },
      },
    )
    .put(
      '/api/admin/redirects/:id',
      async ({ params: { id }, body, actor }) => {
        await requireNoPage(body)
        return updateRedirect(db, actor, id, body, now())
      },
      {
        access: 'redirects.write',
        params: IdParams,
        body: RedirectInput,
        response: answers(Redirect),
        detail: { summary: 'Update a redirect' },
      },
    )
    .delete(
      '/api/admin/redirects/:id',
      async ({ params: { id }, actor }) => {
        await deleteRedirect(db, actor, id, now())
        return DONE
      },
      {
        access: 'redirects.write',
        params: IdParams,
        response: answers(Done),
        detail: { summary: 'Delete a redirect' },
      },
    )
}
