import { expect, test } from 'bun:test'
import { PAGE } from '#src/testing/fake-web.ts'
import { analyzePage, type WebAccess } from './analyze-page.ts'
import type { PageResult } from './page-reading.ts'

const SITE = 'https://shop.example'

/** Pages by path; unknown ones are at the next number. */
function site(pages: Record<string, PageResult>) {
  const asked: string[] = []
  const web: WebAccess = {
    publicFetch: async (url) => {
      asked.push(new URL(url).pathname)
      const body = new Uint8Array()
      return { kind: 'page', url, status: 200, contentType: 'text/html', body, wireBytes: 0, milliseconds: 1 }
    },
    pageReader: {
      read: async ({ url }) => {
        const path = new URL(url).pathname
        return pages[path] ?? { kind: 'redirect', url: `${SITE}/${Number(path.slice(1)) + 1}` }
      },
    },
  }
  return { asked, analyze: (path: string) => analyzePage(web, SITE + path, AbortSignal.any([])) }
}

test('follows a page that sends its visitors on', async () => {
  const { asked, analyze } = site({ '/3': PAGE })
  expect(await analyze('/1')).toMatchObject({
    kind: 'findings',
    findings: { title: PAGE.title, page: { finalUrl: `${SITE}/3` } },
  })
  expect(asked).toEqual(['/1', '/2', '/3'])
})

test('gives up after as many redirects as by HTTP', async () => {
  const { asked, analyze } = site({})
  expect(await analyze('/1')).toEqual({ kind: 'failure', reason: expect.stringContaining('redirects') })
  expect(asked).toHaveLength(6)
})

test('says so if a page has no words without its scripts', async () => {
  const { analyze } = site({ '/': { ...PAGE, wordCount: 0 } })
  expect(await analyze('/')).toEqual({ kind: 'failure', reason: 'No text without JavaScript.' })
})
