import { expect } from 'bun:test'
import { shortOrLong } from '#src/testing/attack.ts'
import { type Cluster, instanceOf } from './cluster.ts'
import { PASSWORD } from './load.ts'
import { retryRequest, sendRequest } from './request.ts'

const SETUPS = shortOrLong(6, 50)

/** Sends simultaneous setup requests to all instances; returns the one account created. */
export async function setUpAtOnce(cluster: Cluster): Promise<{ username: string; token: string }> {
  const { instances, query } = cluster
  const code = /#code=(\w+)/.exec(instanceOf(cluster, 0).output())?.[1]
  const answers = await Promise.all(
    Array.from({ length: SETUPS }, async (_, number) => {
      const username = `owner${number}`
      const json = { username, email: `${username}@example.com`, password: PASSWORD, code }
      const { status } = await sendRequest(
        `${instanceOf(cluster, number % instances.length).url}/api/admin/setup`,
        { json },
      )
      return { username, status }
    }),
  )
  const done = answers.filter(({ status }) => status === 201).map(({ username }) => username)
  expect(done).toHaveLength(1)
  expect(await query('SELECT username FROM users')).toEqual([done])
  const [username = ''] = done
  return { username, token: await signedIn(instanceOf(cluster, 0).url, username) }
}

export async function signedIn(url: string, username: string): Promise<string> {
  const { status, body } = await retryRequest(`${url}/api/admin/login`, () => ({
    json: { username, password: PASSWORD },
  }))
  expect(status).toBe(200)
  return body.token
}
