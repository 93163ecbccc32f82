import { expect, test } from 'bun:test'
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readConfig } from '#src/config.ts'
import { StartError } from '#src/errors.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { readCustomPages } from './custom-pages.ts'
import { checkPublished, privateFilesOf } from './private-files.ts'

/** Settings are paths in a folder with these files. */
function withFiles(names: string[], settings: Record<string, string>) {
  const folder = temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  for (const name of names) {
    mkdirSync(dirname(at(name)), { recursive: true })
    writeFileSync(at(name), 'a secret of at least 16 characters'.replaceAll(' ', '-'))
  }
  const paths = Object.entries(settings).map(([name, path]) => [name, at(path)])
  return { ...folder, at, config: readConfig([], Object.fromEntries(paths)) }
}

const FILES = [
  'data/passwright.db',
  'data/backups/old.db',
  'data/secrets.key',
  'keys/own.key',
  'keys/metrics',
]

const TOGETHER: [other: string, settings: Record<string, string>][] = [
  ['DATA_DIR', { PUBLIC_DIR: '.', DATA_DIR: 'data' }],
  ['DATA_DIR', { PUBLIC_DIR: '.', DATA_DIR: 'not/yet/there' }],
  ['DATA_DIR', { PUBLIC_DIR: 'data', DATA_DIR: 'data' }],
  ['DATA_DIR', { PUBLIC_DIR: 'link', DATA_DIR: 'data' }],
  ['DATA_DIR', { PUBLIC_DIR: 'data/backups', DATA_DIR: 'link' }],
  ['BACKUP_FOLDER', { PUBLIC_DIR: 'keys', BACKUP_FOLDER: 'keys' }],
  ['SECRETS_KEY_FILE', { PUBLIC_DIR: 'keys', SECRETS_KEY_FILE: 'keys/own.key' }],
  ['METRICS_TOKEN_FILE', { PUBLIC_DIR: 'keys', METRICS_TOKEN_FILE: 'keys/metrics' }],
  ['AWS_SECRET_ACCESS_KEY_FILE', { PUBLIC_DIR: 'keys', AWS_SECRET_ACCESS_KEY_FILE: 'keys/metrics' }],
  ['DATA_DIR', { PAGES_DIR: '.', DATA_DIR: 'data' }],
  ['DATA_DIR', { LOGO_FILE: 'data/passwright.db', DATA_DIR: 'data' }],
  ['DATA_DIR', { AD_SLOT_HTML_FILE: 'data/backups/old.db', DATA_DIR: 'data' }],
  ['SECRETS_KEY_FILE', { AD_SLOT_HTML_FILE: 'link/secrets.key', DATA_DIR: 'data' }],
  ['METRICS_TOKEN_FILE', { WORD_LIST_FILE: 'keys/metrics', METRICS_TOKEN_FILE: 'keys/metrics' }],
]

test.each(TOGETHER)('refuses to publish %s by %p', async (other, settings) => {
  using files = withFiles(FILES, settings)
  symlinkSync('data', files.at('link'))
  const [published = ''] = Object.keys(settings)
  await expect(checkPublished(files.config)).rejects.toThrow(
    new StartError(`${published} must be apart from ${other}, which holds secrets. Choose another path.`),
  )
})

test('accepts folders beside the data folder, and a logo in it', async () => {
  using files = withFiles([...FILES, 'public/ads.txt', 'data/logo.svg'], {
    PUBLIC_DIR: 'public',
    PAGES_DIR: 'public',
    DATA_DIR: 'data',
    LOGO_FILE: 'data/logo.svg',
    BACKUP_FOLDER: 'public-backups',
    METRICS_TOKEN_FILE: 'keys/metrics',
  })
  await checkPublished(files.config)
})

test('recognizes secrets by whatever links lead to them', async () => {
  using files = withFiles([...FILES, 'public/ads.txt', 'public/copy.txt', 'share/copy.db'], {
    DATA_DIR: 'data',
    BACKUP_FOLDER: 'share',
    METRICS_TOKEN_FILE: 'keys/metrics',
  })
  linkSync(files.at('public/copy.txt'), files.at('public/copied.txt'))
  linkSync(files.at('keys/metrics'), files.at('public/token.txt'))
  linkSync(files.at('data/passwright.db'), files.at('public/database.txt'))
  linkSync(files.at('data/backups/old.db'), files.at('public/backup.txt'))
  linkSync(files.at('share/copy.db'), files.at('public/copy-elsewhere.txt'))
  symlinkSync('../data', files.at('public/folder'))
  symlinkSync('../keys/metrics', files.at('public/link.txt'))
  const isPrivate = privateFilesOf(files.config)
  const found = new Map<string, boolean>()
  for (const name of ['ads', 'copied', 'token', 'database', 'backup', 'copy-elsewhere', 'link'])
    found.set(name, await isPrivate(files.at(`public/${name}.txt`)))
  found.set('folder', await isPrivate(files.at('public/folder/secrets.key')))
  expect([...found].filter(([, isFound]) => !isFound)).toEqual([
    ['ads', false],
    ['copied', false],
  ])
})

test('no page shows a file that holds secrets', async () => {
  using files = withFiles([...FILES, 'pages/imprint.md'], { DATA_DIR: 'data' })
  linkSync(files.at('data/secrets.key'), files.at('pages/terms.md'))
  await expect(readCustomPages(files.at('pages'), privateFilesOf(files.config))).rejects.toThrow(
    new StartError("The page terms.md can't be used: it is a link to a file with secrets."),
  )
})
