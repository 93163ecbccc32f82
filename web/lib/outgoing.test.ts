import { expect, test } from 'bun:test'
import { addOutgoing, type Outgoing } from './outgoing.ts'

const HERE = 'https://here.example'

const listOf = (...urls: string[]) =>
  urls.reduce<readonly Outgoing[]>((all, url) => addOutgoing(all, url, HERE), [])

test('requests to the same address are one line with their number, the page itself another', () => {
  const page = addOutgoing([], `${HERE}/faq`, HERE, true)
  const all = [`${HERE}/api/track/page-view`, `${HERE}/faq`, `${HERE}/api/track/page-view`].reduce<
    readonly Outgoing[]
  >((list, url) => addOutgoing(list, url, HERE), page)
  expect(all).toEqual([
    { address: '/faq', isPage: true, count: 1 },
    { address: '/api/track/page-view', isPage: false, count: 2 },
    { address: '/faq', isPage: false, count: 1 },
  ])
})

test('the built files are one line for each kind', () => {
  expect(
    listOf(`${HERE}/assets/a-1.js`, `${HERE}/assets/b-2.js`, `${HERE}/assets/c-3.css`, `${HERE}/favicon.svg`),
  ).toEqual([
    { address: '/assets/*.js', isPage: false, count: 2 },
    { address: '/assets/*.css', isPage: false, count: 1 },
    { address: '/favicon.svg', isPage: false, count: 1 },
  ])
})

test('another site is named, and what stands behind a question mark is not shown', () => {
  expect(listOf('https://other.example/assets/collect.js?v=2&dl=x')).toEqual([
    { address: 'https://other.example/assets/collect.js', isPage: false, count: 1 },
  ])
})
