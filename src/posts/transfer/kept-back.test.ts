import { expect, test } from 'bun:test'
import { fieldsIn } from './field-names.ts'
import { whyKeptBack, whyKeptByName } from './kept-back.ts'
import { readPostFile } from './post-file.ts'

const NOW = new Date('2026-03-14T12:00:00Z')

const reasonsFor = (front: string) =>
  readPostFile(`---\n${front}\n---\nText`, { path: 'x.md', now: NOW }).keptBack

test.each([
  'draft: true',
  'draft: "true"',
  'draft: Yes',
  'draft: maybe',
  'isDraft: 1',
  'Draft: on',
  'published: no',
  'published: "false"',
  'published: Off',
  'published:',
  'published: 2031-01-01',
  'publish: false',
  'publish:',
  'dg-publish: false',
  'private: true',
  'hidden: y',
  'unlisted: "yes"',
  'public: FALSE',
  'visible: no',
  'status: private',
  'status: Draft',
  'status: unpublished',
  'status: pending review',
  'status:',
  'post_status: future',
  'visibility: private',
  'visibility: members',
  'postVisibility: { public: false }',
  'access: members',
  'members_only: true',
  '_members_access_role: subscriber',
  'rcp_user_level: Editor',
  '_wpmem_block: 1',
  'patreon-level: 5',
  'password: hunter2',
  'expiryDate: 2020-01-01',
  'unpublish_on: "January 5, 2020"',
  'expires: whenever',
  'date: 2031-01-01',
  'date: whenever',
  'publishDate: 2031-01-01',
  'embargo: 2031-01-01',
  'build: { render: never }',
  '_build:\n  list: never',
  'headless: true',
  'permalink: false',
  'eleventyExcludeFromCollections: true',
  'params: { draft: true }',
  'extra:\n  hidden: true',
  'layout: draft',
  'type: draft',
  'tags: [keys, draft]',
  'tags: "#status/draft"',
  'entwurf: ja',
  'veröffentlicht: nein',
  'status: Entwurf',
  'statut: brouillon',
  'publié: non',
  'borrador: sí',
  'publicado: no',
  'pubblicato: no',
  'rascunho: sim',
  'статус: черновик',
  'опубликовано: нет',
  'taslak: evet',
  '公開: false',
  '非公開: true',
  'status: 下書き',
  '状态: 草稿',
  '상태: 초안',
  'ｄｒａｆｔ: true',
])('keeps back a post with %s', (front) => {
  expect(reasonsFor(front)).not.toEqual([])
})

test.each([
  'title: x',
  'draft: false',
  'draft: "no"',
  'draft: off',
  'draft:',
  'published: true',
  'published: "yes"',
  'published: 2024-04-01',
  'published: "Apr 1, 2024"',
  'publish: on',
  'status: published',
  'status: Publish',
  'status: public',
  'visibility: Public',
  'visibility: everyone',
  'unlisted: no',
  'rcp_user_level: None',
  'patreon-level: 0',
  'hidden: 0',
  'password: ""',
  'expiryDate: 2031-01-01',
  'build: { render: always, list: always }',
  'cover: { hidden: true }',
  'comments: { status: closed }',
  'hide: [navigation, toc]',
  'permalink: /old/',
  'layout: post',
  'tags: [private keys, nba draft picks, privat]',
  'status: veröffentlicht',
  'veröffentlicht: ja',
  'opublikowany: tak',
  'status: 公開',
  '发布: 是',
])('publishes a post with %s', (front) => {
  expect(reasonsFor(front)).toEqual([])
})

test('reads the properties of pages of Notion and Logseq', () => {
  const path = 'Salt 0123456789abcdef0123456789abcdef.md'
  const notion = '# Salt\n\nStatus: Not started\nTags: sea, food\n\nFrom the sea.'
  expect(readPostFile(notion, { path, now: NOW })).toMatchObject({
    title: 'Salt',
    slug: 'Salt',
    tags: ['sea', 'food'],
    content: 'From the sea.',
    keptBack: ['at the source, status was Not started'],
  })
  const logseq = 'title:: Salt\npublic:: false\n\n- From the sea.'
  expect(readPostFile(logseq, { path: 'a.md', now: NOW })).toMatchObject({
    title: 'Salt',
    content: '- From the sea.',
    keptBack: ['at the source, public was false'],
  })
  const plain = '# Salt\n\nTime: 20 minutes\n\nFrom the sea.'
  expect(readPostFile(plain, { path: 'salt.md', now: NOW }).content).toBe('Time: 20 minutes\n\nFrom the sea.')
})

test('names the field and what it held, but never a password', () => {
  const { keptBack, notes } = readPostFile('---\nstatus: Draft\npassword: hunter2\n---\nText', {
    path: 'x.md',
    now: NOW,
  })
  expect(keptBack).toEqual(['at the source, status was Draft', 'it was password-protected'])
  expect(JSON.stringify(notes)).not.toContain('hunter2')
})

test.each([
  ['_drafts/a.md', true],
  ['source/_drafts/sub/a.md', true],
  ['drafts/a.md', true],
  ['Entwürfe/a.md', true],
  ['_private/a.md', true],
  ['blog/_a.md', true],
  ['archetypes/default.md', true],
  ['node_modules/x/readme.md', true],
  ['blog/a.draft.md', true],
  ['blog/a.bak.md', true],
  ['_posts/a.md', false],
])('keeps back %s because of its name', (path, isDated) => {
  expect(whyKeptByName(path, isDated)).not.toEqual([])
})

test.each(['_posts/2020-01-01-a.md', 'content/posts/a.md', 'hidden/a.md', 'blog/draft-beer.md', 'a.md'])(
  'publishes %s despite its name',
  (path) => {
    expect(whyKeptByName(path, true)).toEqual([])
  },
)

test('reads at most 1,000 fields, whatever they contain', () => {
  let nested: object = { hidden: true }
  for (let level = 0; level < 50; level++) nested = { a: nested, b: nested }
  expect(whyKeptBack(fieldsIn(nested), NOW, new Map())).toEqual([])
})
