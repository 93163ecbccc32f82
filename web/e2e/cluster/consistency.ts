import { expect } from 'bun:test'
import { until } from '#src/testing/time-limits.ts'
import { type Cluster, instanceOf } from './cluster.ts'
import type { Instance } from './instance.ts'
import { PASSWORD } from './load.ts'
import { retryRequest, sendRequest } from './request.ts'
import { signedIn } from './setup.ts'

/** Each poll renders pages, and an instance looks for changes once a second. */
const POLL_MS = 150

export async function expectImmediateRevocation(cluster: Cluster, owner: string): Promise<void> {
  const one = instanceOf(cluster, 0)
  // Managing accounts requires a fresh sign-in.
  const token = await signedIn(one.url, owner)
  const created = await retryRequest(`${one.url}/api/admin/users`, () => {
    const username = `guest${crypto.randomUUID().slice(0, 8)}`
    const email = `${username}@example.com`
    return { json: { username, email, password: PASSWORD, role: 'moderator' }, token }
  })
  expect(created.status).toBe(201)
  const { id, username, email } = created.body
  const guest = await signedIn(instanceOf(cluster, 1).url, username)
  const statuses = () =>
    Promise.all(
      cluster.instances.map(async ({ url }) => {
        const { status } = await retryRequest(`${url}/api/admin/account`, () => ({ token: guest }))
        return status
      }),
    )
  expect(await statuses()).toEqual(cluster.instances.map(() => 200))
  const json = { username, email, isActive: false }
  const edited = await retryRequest(`${one.url}/api/admin/users/${id}`, () => ({
    method: 'PUT',
    json,
    token,
  }))
  expect(edited.status).toBe(200)
  expect(await statuses()).toEqual(cluster.instances.map(() => 401))
}

/** Milliseconds until all instances show a new post. */
export async function untilVisibleEverywhere(cluster: Cluster, token: string): Promise<number> {
  // Fills the caches of the other instances.
  await Promise.all(cluster.instances.map(({ url }) => sendRequest(`${url}/blog`)))
  const created = await retryRequest(`${instanceOf(cluster, 0).url}/api/admin/blog/posts`, () => {
    const slug = `seen-${crypto.randomUUID()}`
    return { json: { title: `Post ${slug}`, slug, content: 'Hoot.', status: 'published' }, token }
  })
  expect(created.status).toBe(201)
  const { slug } = created.body
  const began = performance.now()
  await Promise.all(cluster.instances.map((instance) => untilVisibleOn(instance, slug)))
  return performance.now() - began
}

async function untilVisibleOn({ url }: Instance, slug: string): Promise<void> {
  await until(`${url} shows the post`, async () => {
    await Bun.sleep(POLL_MS)
    const [post, list] = await Promise.all([sendRequest(`${url}/blog/${slug}`), sendRequest(`${url}/blog`)])
    return post.status === 200 && list.text.includes(slug)
  })
}
