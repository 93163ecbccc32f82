import { expect, test } from 'bun:test'
import { KEYWORD_IDEAS_PATH, type KeywordIdea } from '#domain/keywords.ts'
import { analyses, analysisKeywords } from '#src/db/schema.ts'
import { withAdmin } from '#src/testing/keyword-app.ts'
import { makePost, makePublished } from '#src/testing/make-post.ts'
import { NOON } from '#src/testing/test-app.ts'

async function withIdeas() {
  const app = await withAdmin()
  const ideas = async (query = ''): Promise<KeywordIdea[]> =>
    (await app.call(KEYWORD_IDEAS_PATH + query, { headers: app.headers })).json()
  return { ...app, ideas }
}

const states = (ideas: KeywordIdea[]) =>
  ideas.map(({ keywords: [keyword], state, post, missing }) => [keyword, state, post?.slug ?? null, missing])

test('tells which keywords have no post, which post could use them, and which are covered, by traffic', async () => {
  const { db, upload, ideas } = await withIdeas()
  await makePublished(db, { slug: 'managers', title: 'Managing your passwords', content: 'On vaults.' })
  await makePublished(db, { slug: 'backups', title: 'On backups', content: 'Restore your clés often.' })
  await makePost(db, { slug: 'draft', title: 'Hardware security keys' })
  await upload({
    csvData: [
      { Keyword: 'hardware security keys', Traffic: '10' },
      { Keyword: 'password manager for familles', Traffic: '900' },
      { Keyword: 'Password Managers', Traffic: '50' },
      { Keyword: 'restore clé', Traffic: '40' },
      { Keyword: 'backup restore', Traffic: '30' },
      { Keyword: 'no traffic known' },
      { Keyword: '???', Traffic: '1000' },
    ],
    uploadBatch: 'upload_1',
  })
  const listed = await ideas()
  expect(states(listed)).toEqual([
    ['password manager for familles', 'extend', 'managers', ['for', 'familles']],
    ['Password Managers', 'covered', 'managers', []],
    ['restore clé', 'covered', 'backups', []],
    ['backup restore', 'covered', 'backups', []],
    ['hardware security keys', 'new', null, []],
    ['no traffic known', 'new', null, []],
  ])
  expect(listed[1]?.post?.title).toBe('Managing your passwords')
})

test('joins keywords of all sources that have the same words, and pages', async () => {
  const { db, call, headers, upload, ideas } = await withIdeas()
  const first = { Keyword: 'Password manager', Traffic: '50', 'Search Volume': '700' }
  await upload({ csvData: [first, { Keyword: 'Login', Traffic: '60' }], uploadBatch: 'upload_1' })
  await upload({ csvData: [{ Keyword: 'managers password', Traffic: '40' }], uploadBatch: 'upload_2' })
  const website = {
    url: 'https://a.example/',
    domain: 'a.example',
    status: 'completed',
    autoUpdate: false,
  } as const
  const at = NOON.toISOString()
  const { id } = await db
    .insert(analyses)
    .values({ ...website, createdAt: at })
    .returning()
    .get()
  for (const [index, keyword] of ['password managers', 'passkeys', ...Array(10).fill('rare')].entries()) {
    const figures = { frequency: 1, context: '', relevanceScore: 10 - index / 2 }
    const unique = keyword === 'rare' ? `${keyword}${'abcdefghijkl'[index]}` : keyword
    await db.insert(analysisKeywords).values({ ...figures, analysisId: id, rank: index + 1, keyword: unique })
  }
  const listed = await ideas()
  expect(listed).toHaveLength(11)
  expect(listed.slice(0, 3)).toEqual([
    { keywords: ['Login'], traffic: 60, searchVolume: null, state: 'new', post: null, missing: [] },
    {
      keywords: ['Password manager', 'managers password', 'password managers'],
      traffic: 50,
      searchVolume: 700,
      state: 'new',
      post: null,
      missing: [],
    },
    { keywords: ['passkeys'], traffic: null, searchVolume: null, state: 'new', post: null, missing: [] },
  ])
  const page = await call(`${KEYWORD_IDEAS_PATH}?limit=1&offset=1`, { headers })
  expect(page.headers.get('x-total-count')).toBe('11')
  expect(await page.json()).toEqual(listed.slice(1, 2))
  expect((await call(`${KEYWORD_IDEAS_PATH}?limit=500`, { headers })).status).toBe(400)
})
