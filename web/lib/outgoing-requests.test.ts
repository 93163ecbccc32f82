import { expect, test } from 'bun:test'
import { addOutgoing, type Outgoing } from './outgoing-requests.ts'

const HERE = 'https://here.example'

const listOf = (...urls: string[]) =>
  urls.reduce<readonly Outgoing[]>((all, url) => addOutgoing(all, url, HERE), [])

test('requests to one address are counted on one line, separate from the page', () => {
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

test('built files are grouped by type', () => {
  expect(
    listOf(`${HERE}/assets/a-1.js`, `${HERE}/assets/b-2.js`, `${HERE}/assets/c-3.css`, `${HERE}/favicon.svg`),
  ).toEqual([
    { address: '/assets/*.js', isPage: false, count: 2 },
    { address: '/assets/*.css', isPage: false, count: 1 },
    { address: '/favicon.svg', isPage: false, count: 1 },
  ])
})

test('other origins are shown, query strings are not', () => {
  expect(listOf('https://other.example/assets/collect.js?v=2&dl=x')).toEqual([
    { address: 'https://other.example/assets/collect.js', isPage: false, count: 1 },
  ])
})
