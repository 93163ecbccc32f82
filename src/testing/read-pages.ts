import type { testApp } from './test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>

/** Returns the rows of each page by following cursors. `meanwhile` runs between pages. */
export async function readPages<Row>(
  app: App,
  authorization: string,
  path: string,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<Row[][]> {
  const pages: Row[][] = []
  for (let after = ''; ; ) {
    const answer = await app.call(`${path}${after}`, { headers: { authorization } })
    const rows: Row[] = await answer.json()
    pages.push(rows)
    const next = answer.headers.get('x-next-cursor')
    if (next === null) return pages
    after = `&after=${next}`
    await meanwhile()
  }
}
