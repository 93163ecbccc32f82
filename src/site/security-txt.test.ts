import { expect, test } from 'bun:test'
import { testApp } from '#src/testing/test-app.ts'

const PATH = '/.well-known/security.txt'

test('security.txt has the contact for security reports', async () => {
  const settings = { securityContact: ['mailto:security@example.com'], siteUrl: 'https://example.com' }
  const response = await (await testApp({ settings })).call(PATH)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await response.text()).toBe(
    [
      'Contact: mailto:security@example.com',
      'Expires: 2026-06-12T00:00:00.000Z',
      'Canonical: https://example.com/.well-known/security.txt',
      'Preferred-Languages: en',
      '',
    ].join('\n'),
  )
})

test('lists several contacts in order, and no canonical address without HTTPS', async () => {
  const settings = { securityContact: ['https://example.com/report', 'mailto:a@b.example'] }
  const text = await (await (await testApp({ settings })).call(PATH)).text()
  expect(text).toStartWith('Contact: https://example.com/report\nContact: mailto:a@b.example\nExpires: ')
  expect(text).not.toContain('Canonical')
})

test('returns 404 without a contact', async () => {
  expect((await (await testApp()).call(PATH)).status).toBe(404)
})

test("the operator's own file takes precedence", async () => {
  const publicFolder = { respond: async (_: Request, path: string) => new Response(`own ${path}`) }
  const app = await testApp({ settings: { securityContact: ['mailto:a@b.example'] }, publicFolder })
  expect(await (await app.call(PATH)).text()).toBe(`own ${PATH}`)
})
