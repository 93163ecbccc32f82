import { expect, test } from 'bun:test'
import { ApiError } from './api.ts'

const refusal = (status: number, body: string, statusText = '') =>
  new ApiError(new Response(body, { status, statusText }), body)

test('an API error’s message is the status, a colon, a space and the body', () => {
  expect(refusal(404, 'no such thing').message).toBe('404: no such thing')
})

test('an API error without a body has the status text', () => {
  expect(refusal(503, '', 'Service Unavailable').message).toBe('503: Service Unavailable')
})

test('the server’s message is read from its JSON', () => {
  const error = refusal(400, '{"message":"Enter your name","fields":{"name":"Missing","age":7}}')
  expect(error.serverMessage).toBe('Enter your name')
  expect(error.fields).toEqual({ name: 'Missing' })
})

test.each(['', '<h1>Bad gateway</h1>', 'null', '7', '[]', '{}', '{"message":7}', '{"message":"x"'])(
  'the body %p has no message for the user',
  (body) => {
    const error = refusal(502, body)
    expect(error.serverMessage).toBeNull()
    expect(error.fields).toEqual({})
  },
)
