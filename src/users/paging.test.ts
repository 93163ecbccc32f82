import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { USER_SORTS } from '#domain/users.ts'
import { users } from '#src/db/schema.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'

/** 12 administrators; every third never signed in. */
async function signedInApp() {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'moderator', 'mia')
  await app.db.insert(users).values(
    Array.from({ length: 11 }, (_, index) => ({
      username: `${index % 2 ? 'User' : 'user'}-${11 - index}`,
      email: `${index}@example.com`,
      passwordHash: '',
      role: index % 2 ? ('admin' as const) : ('moderator' as const),
      isActive: index % 4 !== 0,
      createdAt: NOON.toISOString(),
      lastLogin: index % 3 === 0 ? null : new Date(NOON.getTime() - (index % 5)).toISOString(),
    })),
  )
  await app.db.update(users).set({ lastLogin: null }).where(eq(users.username, 'mia'))
  const read = async (query: string) => {
    const answer = await app.call(`/api/admin/users?${query}`, { headers: { authorization } })
    const list: { id: number; lastLogin: string | null }[] = await answer.json()
    return { list, next: answer.headers.get('x-next-cursor'), total: answer.headers.get('x-total-count') }
  }
  return { read }
}

test('the pages in any order add up to the whole list', async () => {
  const { read } = await signedInApp()
  for (const order of USER_SORTS.flatMap((sort) =>
    ['asc', 'desc'].map((order) => `sort=${sort}&order=${order}`),
  )) {
    const { list: whole, next: none } = await read(order)
    expect(none).toBeNull()
    expect(whole).toHaveLength(12)
    const parts: number[] = []
    for (let after: string | null = ''; after !== null; ) {
      const { list, next, total } = await read(`${order}&limit=5${after && `&after=${after}`}`)
      parts.push(...list.map(({ id }) => id))
      expect(total).toBe('12')
      after = next
    }
    expect([order, parts]).toEqual([order, whole.map(({ id }) => id)])
  }
})

test('users who never signed in come last when sorted by last sign-in', async () => {
  const { read } = await signedInApp()
  const { list } = await read('sort=lastLogin&order=desc')
  expect(list.map(({ lastLogin }) => lastLogin === null)).toEqual([
    ...Array.from({ length: 7 }, () => false),
    ...Array.from({ length: 5 }, () => true),
  ])
})
