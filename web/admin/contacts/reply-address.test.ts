import { expect, test } from 'bun:test'
import { replyAddress } from './reply-address.ts'

const addressOf = (subject: string, email = 'ada@example.com') => replyAddress({ email, subject })

test('an answer has the subject with Re: before it, once', () => {
  expect(addressOf('The generator')).toBe('mailto:ada%40example.com?subject=Re%3A%20The%20generator')
  expect(addressOf('RE: The generator')).toBe('mailto:ada%40example.com?subject=RE%3A%20The%20generator')
})

test('a subject adds no recipient, header or body to the answer', () => {
  const url = new URL(addressOf('x&bcc=eve@example.com?body=y#z', "o'neil+list@example.com"))
  expect([...url.searchParams]).toEqual([['subject', 'Re: x&bcc=eve@example.com?body=y#z']])
  expect(decodeURIComponent(url.pathname)).toBe("o'neil+list@example.com")
})
