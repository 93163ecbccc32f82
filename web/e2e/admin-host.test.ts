import { expect, test } from 'bun:test'
import { freePorts } from '#src/testing/free-ports.ts'
import { fillSignIn, PASSWORD } from './administration.ts'
import { field } from './blog-management.ts'
import { runExecutable, startServer, visitor } from './harness.ts'

test('an administrator works at the admin host and can reach the public site from it', async () => {
  const [port] = await freePorts(1)
  const site = `http://localhost:${port}`
  const admin = `http://admin.localhost:${port}`
  await using server = await startServer({
    flags: ['--port', String(port), '--site-url', site, '--admin-host', new URL(admin).host],
  })
  expect(server.output()).toContain(`${admin}/admin/setup#code=`)
  const ada = ['admin', 'create', '--username', 'ada', '--email', 'ada@example.com', '--password-stdin']
  const created = await runExecutable([...ada, '--data', `${server.folder}/data`], { input: PASSWORD })
  expect(created.status).toBe(0)

  await using visit = await visitor()
  const { page, complaints } = visit
  await page.goto(admin)
  await page.waitForURL(`${admin}/admin/login`)
  await fillSignIn(page, 'ada')
  await page.waitForURL(/\/admin\/dashboard/)
  const link = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'View Website' })
  expect(await link.getAttribute('href')).toBe(`${site}/`)

  await page.evaluate(async () => {
    const answer = await fetch('/api/admin/blog/posts', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${localStorage.getItem('adminToken')}`,
        'content-type': 'application/json',
      },
      body: '{"title":"Soon","content":"Not yet public."}',
    })
    await answer.text()
  })
  await page.getByRole('link', { name: 'Blog Management' }).first().click()
  await page.getByRole('button', { name: 'Edit Soon' }).click()
  await page.getByRole('button', { name: 'Create a preview link' }).click()
  const preview = await field(page, 'Preview link').inputValue()
  expect(preview).toStartWith(`${site}/blog/preview/`)
  expect(complaints).toEqual([])
  await page.goto(preview)
  await page.getByRole('heading', { name: 'Soon' }).waitFor()

  await page.goto(`${admin}/faq`)
  expect(page.url()).toBe(`${site}/faq`)
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBe(null)
  await page.getByRole('link', { name: 'Admin Portal Access' }).click()
  await page.waitForURL(`${admin}/admin/dashboard`)
  const missing = await page.goto(`${site}/admin/login`)
  expect(missing?.status()).toBe(404)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).not.toContain('Sign in')
})
