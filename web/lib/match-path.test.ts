import { expect, test } from 'bun:test'
import { matchPath } from './match-path.ts'

test.each([
  ['/', '/', {}],
  ['/faq', '/faq', {}],
  ['/faq', '/faq/', {}],
  ['/faq', '/f%61q', {}],
  ['/faq', '/FAQ', null],
  ['/faq', '//faq', null],
  ['/faq', '/', null],
  ['/blog/:slug', '/blog/on-passwords', { slug: 'on-passwords' }],
  ['/blog/:slug', '/blog', null],
  ['/blog/:slug', '/blog//', null],
  ['/blog/:slug', '/blog/tag/bits', null],
  ['/blog/tag/:tag', '/blog/tag/caf%C3%A9%2F1', { tag: 'café/1' }],
  ['/blog/:slug', '/blog/100%', { slug: '100%' }],
])('%s on %s', (pattern, pathname, params) => {
  expect(matchPath(pattern, pathname)).toEqual(params)
})
