import { expect, test } from 'bun:test'
import { parse } from 'node-html-parser'
import { imagePath } from '#domain/images.ts'
import { cardTitle } from '#src/posts/social-picture.ts'
import { updatePost } from '#src/posts/store.ts'
import { actor } from '#src/testing/actor.ts'
import { makePost, makePublished, postInput } from '#src/testing/make-post.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'
import { WAIT_MS } from '#src/testing/time-limits.ts'
import { createCardThread } from './icons/card-thread.ts'

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47])

async function site() {
  const rendered: string[] = []
  const app = await testApp({
    renderCard: async (title) => {
      rendered.push(title)
      return PNG
    },
  })
  const pictureOf = async (slug: string) => {
    const document = parse(await (await app.call(`/blog/${slug}`)).text())
    const meta = (name: string) => document.querySelector(`meta[property="${name}"]`)?.getAttribute('content')
    const [image = ''] = [meta('og:image')]
    return {
      path: image.replace('http://example.test', ''),
      type: meta('og:image:type'),
      alt: meta('og:image:alt'),
      width: meta('og:image:width'),
    }
  }
  return { ...app, rendered, pictureOf }
}

test('renders one picture per title of a post', async () => {
  const { call, db, clock, rendered, pictureOf } = await site()
  await makePublished(db, { slug: 'a-post', title: 'Salt & “pepper” 🔐' })
  const first = await pictureOf('a-post')
  expect(first).toMatchObject({ type: 'image/png', alt: 'Salt & “pepper” 🔐', width: '1200' })
  for (let request = 0; request < 3; request++) {
    const response = await call(first.path)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(await response.bytes()).toEqual(PNG)
  }
  expect(rendered).toEqual(['Salt & “pepper”'])
  await updatePost(db, actor, 1, postInput({ slug: 'a-post', title: 'Sugar', status: 'published' }), NOON)
  clock.now = new Date(NOON.getTime() + 1000)
  const second = await pictureOf('a-post')
  expect(second.path).not.toBe(first.path)
  await call(second.path)
  expect(rendered).toEqual(['Salt & “pepper”', 'Sugar'])
})

test('renders no card for unpublished posts', async () => {
  const { call, db, rendered } = await site()
  await makePost(db, { slug: 'draft' })
  for (const name of ['draft.png', 'nothing.png', 'draft', 'Draft.png', '%00.png', '..%2fx.png'])
    expect([name, (await call(`/social/${name}`)).status]).toEqual([name, 404])
  expect(rendered).toEqual([])
})

test('uses the default image for a title with characters that the font lacks', async () => {
  const { call, db, rendered, pictureOf } = await site()
  await makePublished(db, { slug: 'chinese', title: '密码管理器' })
  expect((await pictureOf('chinese')).path).toBe('/social.png')
  const response = await call('/social/chinese.png')
  expect([response.status, response.headers.get('location')]).toEqual([302, '/social.png'])
  expect(rendered).toEqual([])
})

test('uses a large image of the post instead of a card', async () => {
  const { db, pictureOf } = await site()
  const at = (width: number, extension: 'webp' | 'gif') =>
    imagePath({ id: '0a'.repeat(16), width, height: 400, extension })
  await makePublished(db, { slug: 'small', content: `![](${at(599, 'webp')}) ![](${at(900, 'gif')})` })
  await makePublished(db, { slug: 'large', content: `![](${at(599, 'webp')}) ![](${at(900, 'webp')})` })
  expect((await pictureOf('small')).path).toStartWith('/social/small.png?v=')
  expect(await pictureOf('large')).toMatchObject({ path: at(900, 'webp'), type: 'image/webp', width: '900' })
})

test.each([
  ['Ελληνικά и кириллица, çà', true],
  ['50 % off: C++ & <b>?', true],
  ['emoji 👩‍👩‍👧 🇩🇪 only', true],
  ['🔐', false],
  ['パスワード', false],
  ['عربي', false],
  ['mixed 密码', false],
])('the font has the characters of the title %p: %p', (title, isInFont) => {
  expect(cardTitle(title) !== null).toBe(isInFont)
})

test('renders a card in a worker for any title', async () => {
  using cards = createCardThread(null, 'Passwright', WAIT_MS)
  for (const title of [`${'word '.repeat(39)}end`, 'x'.repeat(200), '<b>&"']) {
    const png = await cards.renderCard(title)
    const view = new DataView(png.buffer)
    expect([view.getUint32(0), view.getUint32(16), view.getUint32(20)]).toEqual([0x89504e47, 1200, 630])
  }
})

test('a cover shows the title, or the image of a post that has one; drafts have none', async () => {
  const { call, db } = await site()
  const image = imagePath({ id: '0a'.repeat(16), width: 900, height: 400, extension: 'webp' })
  await makePublished(db, { slug: 'chinese', title: '密码 <b>' })
  await makePublished(db, { slug: 'own', content: `![](${image})` })
  await makePost(db, { slug: 'draft' })
  const cover = await call('/covers/chinese')
  expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  expect(cover.headers.get('cache-control')).toBe('public, max-age=3600')
  const texts = parse(await cover.text()).querySelectorAll('text')
  expect(texts.map((text) => text.text).sort()).toEqual(['<', '>', 'b', '密', '码'].sort())
  const own = await call('/covers/own')
  expect([own.status, own.headers.get('location')]).toEqual([302, image])
  for (const path of ['/covers/draft', '/covers/nothing', '/covers/%00', '/covers/..%2fx'])
    expect([path, (await call(path)).status]).toEqual([path, 404])
  const list = parse(await (await call('/blog')).text())
  const covers = list.querySelectorAll('article img').map((picture) => picture.getAttribute('src'))
  expect(covers.sort()).toEqual(['/covers/chinese', '/covers/own'])
})
