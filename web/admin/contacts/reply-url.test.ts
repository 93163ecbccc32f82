import { expect, test } from 'bun:test'
import { replyUrl } from './reply-url.ts'

const urlOf = (subject: string, email = 'ada@example.com') => replyUrl({ email, subject })

test('prefixes the subject with "Re:" once', () => {
  expect(urlOf('The generator')).toBe('mailto:ada%40example.com?subject=Re%3A%20The%20generator')
  expect(urlOf('RE: The generator')).toBe('mailto:ada%40example.com?subject=RE%3A%20The%20generator')
})

test('a subject cannot inject recipients, headers or a body', () => {
  const url = new URL(urlOf('x&bcc=eve@example.com?body=y#z', "o'neil+list@example.com"))
  expect([...url.searchParams]).toEqual([['subject', 'Re: x&bcc=eve@example.com?body=y#z']])
  expect(decodeURIComponent(url.pathname)).toBe("o'neil+list@example.com")
})
