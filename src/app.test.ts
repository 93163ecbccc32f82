import { expect, test } from 'bun:test'
import { testApp } from '#src/testing/test-app.ts'

test('the home page arrives as complete HTML', async () => {
  const { call } = await testApp()
  const response = await call('/')
  const html = await response.text()
  expect(response.status).toBe(200)
  expect(html).toStartWith('<!DOCTYPE html>')
  expect(html).toContain('<h1')
})
