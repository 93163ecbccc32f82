import { expect, test } from 'bun:test'
import { showDate } from '#web/lib/dates.ts'
import { replyUrl } from './reply-url.ts'

const LETTER = {
  name: 'Ada',
  email: 'ada@example.com',
  subject: 'The generator',
  message: 'Dear team,\n\nit works.',
  createdAt: '2026-11-03T10:00:00.000Z',
}

const parse = (part: Partial<typeof LETTER> = {}): Record<string, string> => {
  const url = new URL(replyUrl({ ...LETTER, ...part }))
  return { to: decodeURIComponent(url.pathname), ...Object.fromEntries(url.searchParams) }
}

test('quotes the message below its date and sender', () => {
  const intro = `On ${showDate(LETTER.createdAt)}, Ada wrote:`
  expect(parse()).toEqual({
    to: 'ada@example.com',
    subject: 'Re: The generator',
    body: `\r\n\r\n${intro}\r\n> Dear team,\r\n> \r\n> it works.`,
  })
  expect(parse({ message: 'a\r\nb' }).body).toEndWith('> a\r\n> b')
})

test('prefixes the subject with "Re:" once', () => {
  expect(parse().subject).toBe('Re: The generator')
  expect(parse({ subject: 'RE: The generator' }).subject).toBe('RE: The generator')
})

test.each([
  ['Latin letters', 'long '.repeat(1000)],
  ['Chinese', '密码很长'.repeat(1200)],
  ['emoji', '🔑'.repeat(2500)],
  ['line breaks', '\n'.repeat(5000)],
])('cuts long messages in %s, so that mail programs take the whole link', (_, message) => {
  const url = replyUrl({ ...LETTER, message, name: '王'.repeat(20), subject: 'é'.repeat(60) })
  expect(url.length).toBeWithin(1_900, 2_001)
  expect(new URL(url).searchParams.get('body')).toEndWith('…')
  expect(url).not.toContain('%EF%BF%BD')
})

test('neither subject, name nor message can inject recipients, headers or a body', () => {
  const hostile = 'x&bcc=eve@example.com?body=y#z'
  const email = "o'neil+list@example.com"
  const {
    to,
    subject,
    body = '',
    ...others
  } = parse({ subject: hostile, email, name: hostile, message: hostile })
  expect({ to, subject, others }).toEqual({ to: email, subject: `Re: ${hostile}`, others: {} })
  expect(body).toContain(`> ${hostile}`)
})
