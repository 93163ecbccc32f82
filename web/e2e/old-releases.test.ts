import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { temporaryFolder } from '#src/testing/folder.ts'
import { runExecutable, startServer } from './harness.ts'

const FIXTURES = join(import.meta.dir, '../../src/testing/fixtures')

/** Made with the migrations of each release, with one user, post, message and count. */
test.each(['0.1.0', '0.2.0'])(
  'starts on the database of release %s, with everything in it',
  async (release) => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'passwright.db')
    await Bun.write(file, Bun.gunzipSync(await Bun.file(join(FIXTURES, `${release}.db.gz`)).bytes()))
    await using server = await startServer({ flags: ['--data', folder.path] })
    expect(server.output()).not.toContain('Create the first administrator')

    const call = async (path: string, token?: string, json?: unknown) => {
      const response = await fetch(server.url + path, {
        method: json ? 'POST' : 'GET',
        headers: {
          'content-type': 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        ...(json ? { body: JSON.stringify(json) } : {}),
      })
      expect(response.status).toBe(200)
      return response.text()
    }
    expect(await call('/blog/keys')).toContain('Keys <strong>open</strong> doors.')
    expect(await call('/api/blog/posts?search=strasse')).toContain('Straße of keys')
    const { token } = JSON.parse(
      await call('/api/admin/login', undefined, { username: 'ada', password: 'a password of some length' }),
    )
    expect(await call('/api/admin/contacts', token)).toContain('A message of a visitor')

    using database = new Database(file, { readonly: true })
    const tables = database.query('SELECT name FROM sqlite_schema').values().flat()
    expect(tables).toContain('audit_progress')
    expect(tables).not.toContain('audit_anchor')

    const saved = (await Array.fromAsync(new Bun.Glob('backups/*before-upgrade*').scan(folder.path)))[0] ?? ''
    const { out, status } = await runExecutable(['restore', join(folder.path, saved), '--check'])
    expect(status).toBe(0)
    expect(out).toContain('is valid')
  },
)
