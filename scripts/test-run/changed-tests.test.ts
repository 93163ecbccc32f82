import { expect, test } from 'bun:test'
import { referencesIn, selectTests } from './changed-tests.ts'

const SOURCES: Record<string, string> = {
  'src/main.ts': "import './app.ts'",
  'src/app.ts': "import { contactRoutes } from './contacts/routes.ts'",
  'src/contacts/routes.ts': "import { Contact } from '#domain/contacts.ts'",
  'src/contacts/contacts.test.ts': "import '#src/app.ts'",
  'src/domain/contacts.ts': '',
  'src/domain/faq.ts': '',
  'src/domain/faq.test.ts': "import './faq.ts'",
  'src/db/migrate.test.ts': "join(import.meta.dir, '../../migrations')",
  'migrations/0001_users.sql': '',
  'web/main.ts': "import './router.tsx'",
  'web/router.tsx':
    "import('./site/faq/faq-page.tsx'); import('./site/contact/contact-page.tsx'); import './ui/frame.tsx'",
  'web/ui/frame.tsx': '',
  'web/site/faq/faq-page.tsx': "import '#domain/faq.ts'",
  'web/site/contact/contact-page.tsx': "import '#domain/contacts.ts'",
  'web/e2e/harness.ts': '',
  'web/e2e/faq.test.ts': "import './harness.ts'",
  'web/e2e/contact.test.ts': "import './harness.ts'",
  'web/e2e/executable.test.ts': '',
}

const references = referencesIn(Object.keys(SOURCES), (file) => SOURCES[file] ?? '')
const tests = Object.keys(SOURCES).filter((file) => file.includes('.test.'))
const pages = { 'web/e2e/faq.test.ts': ['/faq'], 'web/e2e/contact.test.ts': ['/contact'] }

test.each([
  ['a module', 'src/domain/faq.ts', ['src/domain/faq.test.ts', 'web/e2e/faq.test.ts']],
  ['a test', 'src/domain/faq.test.ts', ['src/domain/faq.test.ts']],
  ['a page', 'web/site/faq/faq-page.tsx', ['web/e2e/faq.test.ts']],
  ['what all pages share', 'web/ui/frame.tsx', ['web/e2e/faq.test.ts', 'web/e2e/contact.test.ts']],
  ['a helper of browser tests', 'web/e2e/harness.ts', ['web/e2e/faq.test.ts', 'web/e2e/contact.test.ts']],
  ['a migration', 'migrations/0001_users.sql', ['src/db/migrate.test.ts']],
  ['a file that nothing names', 'LICENSE', []],
  [
    'the server code behind a page',
    'src/contacts/routes.ts',
    ['src/contacts/contacts.test.ts', 'web/e2e/contact.test.ts', 'web/e2e/executable.test.ts'],
  ],
])('a change of %s selects the tests that depend on it', (_, changed, selected) => {
  expect(selectTests({ tests, changed: [changed], references, pages }).sort()).toEqual(selected.sort())
})
