import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { PageData } from '#domain/site.ts'
import { PageProvider } from '#web/lib/page.tsx'
import { PrivacyPage } from './privacy-page.tsx'

const PLAIN: PageData = {
  origin: 'https://example.test',
  siteName: 'Passwright',
  showsRating: true,
  analyticsId: null,
  hasAd: false,
  build: { script: '/main.js', styles: [], preloads: [] },
}

const policy = (page: Partial<PageData>) =>
  policyHtml(page)
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')

const policyHtml = (page: Partial<PageData>) =>
  renderToStaticMarkup(
    <StaticRouter location="/privacy">
      <PageProvider page={{ ...PLAIN, ...page }}>
        <PrivacyPage />
      </PageProvider>
    </StaticRouter>,
  )

/** True only while the operator has added nothing. */
const ALONE = [
  'Nothing is loaded from other sites',
  'its pages request nothing from other sites',
  'every request goes to this site',
  'and no cookies.',
]

test('without third parties, the policy says that no other site is contacted', () => {
  const text = policy({})
  for (const claim of ALONE) expect(text).toContain(claim)
  expect(text).not.toContain('Google analytics')
  expect(text).not.toContain('an ad on the home page')
})

test('with an analytics tag, the policy names it and makes no contradicting claim', () => {
  const text = policy({ analyticsId: 'G-ABCD1234' })
  expect(text).toContain('G-ABCD1234')
  expect(text).toContain('never the password')
  expect(text).not.toContain('an ad on the home page')
  for (const claim of ALONE) expect(text).not.toContain(claim)
})

test('with an ad, the policy mentions it and makes no contradicting claim', () => {
  const text = policy({ hasAd: true })
  expect(text).toContain('an ad on the home page')
  expect(text).not.toContain('Google analytics')
  for (const claim of ALONE) expect(text).not.toContain(claim)
})

test('the policy explains the leak check if it is enabled', () => {
  expect(policy({ checksBreaches: true })).toContain('the first 5 of the 40 digits')
  expect(policy({ checksBreaches: true })).toContain('/api/breach-check')
  expect(policy({})).not.toMatch(/leak service|breach-check/)
})

test('with request logging, the policy mentions it', () => {
  expect(policy({ logsRequests: true })).toContain(
    'what went wrong, and which page was requested when. It contains no visitor addresses',
  )
  expect(policy({})).toContain('and what went wrong. It contains no visitor addresses')
})

test('the policy lists whose addresses are logged and stored', () => {
  expect(policy({})).toContain(
    'The exceptions are what administrators do, and anyone’s attempts to sign in or set up the site: their network address is kept in the log, and in the database for 180 days.',
  )
  expect(policy({})).toContain('used the form or tried to sign in or set up the site, under a keyed hash')
})

test('the policy states how long messages are stored', () => {
  expect(policy({})).toContain('they stay until an administrator deletes them. To have')
  expect(policy({ messageDays: 90 })).toContain(
    'until an administrator deletes them, for at most 90 days. To have',
  )
  expect(policy({ messageDays: 1 })).toContain(
    'until an administrator deletes them, for at most a day. To have',
  )
})

test('the policy names the operator, if set, with addresses as links', () => {
  const operator = {
    name: 'Key <Smith> Ltd',
    contact: '1 High St, London, mail@keys.example, https://keys.example/x',
  }
  const html = policyHtml({ brand: { operator } })
  expect(html).toContain('<strong>Key &lt;Smith&gt; Ltd</strong> runs this site')
  expect(html).toContain('1 High St, London, <a href="mailto:mail@keys.example">mail@keys.example</a>, <a')
  expect(html).toContain('<a href="https://keys.example/x">')
  expect(policy({ brand: { operator: { name: 'Ada' } } })).toContain('To get in touch, use the contact form.')
  expect(policy({})).not.toContain('Who runs this site')
  const odd = policyHtml({
    brand: { operator: { name: 'A', contact: 'javascript:alert(1) http://a.b a@b' } },
  })
  expect(odd).toContain('To get in touch: javascript:alert(1) http://a.b a@b, or')
})

test('with an operator, the policy says about the contact form what Article 13 of the GDPR requires', () => {
  const brand = { operator: { name: 'Key <Smith> Ltd', contact: '1 High St, mail@keys.example' } }
  const text = policy({ brand, messageDays: 90 })
  for (const part of [
    'ControllerKey &lt;Smith&gt; Ltd, 1 High St, mail@keys.example',
    'PurposeTo read and answer your message',
    'Article 6(1)(f) GDPR',
    'Article 6(1)(b)',
    'Kept forUntil an administrator deletes it, for at most 90 days.',
    'Recipients',
    'Articles 15 to 18 and 20 GDPR',
    'You can object',
    'Article 21 GDPR',
    'a data protection authority',
    'no automated decision',
  ])
    expect(text).toContain(part)
  expect(policy({ brand })).toContain('Kept forUntil an administrator deletes it, which is due once')
  expect(policy({ brand: { operator: { name: 'Ada' } } })).toContain('ControllerAda, reached by the contact')
  expect(policy({ messageDays: 90 })).not.toMatch(/GDPR|Controller|authority/)
})
