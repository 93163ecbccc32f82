import { expect, test } from 'bun:test'
import { packageManager } from '../package.json'
import { packages } from './bun/package-lock.json'

test('the fetched Bun is the pinned version, with a checksum for every platform', () => {
  expect(packageManager).toBe(`bun@${packages['node_modules/bun'].version}`)
  const fetched = Object.entries(packages).filter(([path]) => path !== '')
  expect(fetched.length).toBe(13)
  for (const [path, entry] of fetched) {
    expect([path, 'integrity' in entry && entry.integrity]).toEqual([
      path,
      expect.stringMatching(/^sha512-.{88}$/),
    ])
  }
})
