import { expect, test } from 'bun:test'
import { botSignal } from './bots.ts'

const PEOPLE = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; CUBOT KINGKONG 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
]
const MACHINES = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
  'curl/8.5.0',
  'python-requests/2.32.3',
  'Go-http-client/2.0',
]

test.each(PEOPLE)("'%s' is a person", (agent) => {
  expect(botSignal(new Headers({ 'user-agent': agent }))).toBeNull()
})

test.each(MACHINES)("'%s' is a bot", (agent) => {
  expect(botSignal(new Headers({ 'user-agent': agent }))).toBe('agent')
})

test.each([
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)',
  'CCBot/2.0 (https://commoncrawl.org/faq/)',
  'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
])("'%s' is an AI crawler", (agent) => {
  expect(botSignal(new Headers({ 'user-agent': agent }))).toBe('ai_crawler')
})

test.each([{}, { 'user-agent': '' }, { 'user-agent': '   ' }])(
  'a missing user agent is a bot: %p',
  (headers) => {
    expect(botSignal(new Headers(Object.entries(headers)))).toBe('no_agent')
  },
)

test.each([
  ['sec-purpose', 'prefetch'],
  ['sec-purpose', 'prefetch;prerender'],
  ['sec-purpose', 'prefetch;anonymous-client-ip'],
  ['Purpose', 'prefetch'],
  ['X-Purpose', 'preview'],
  ['x-moz', 'prefetch'],
  ['X-Moz', 'Prefetch'],
])('a page requested with %s: %s is a prefetch', (name, value) => {
  const headers = new Headers({ 'user-agent': PEOPLE[0] ?? '', [name]: value })
  expect(botSignal(headers)).toBe('prefetch')
})

test('other purposes count as visits', () => {
  const headers = new Headers({ 'user-agent': PEOPLE[0] ?? '', purpose: 'navigate' })
  expect(botSignal(headers)).toBeNull()
})
