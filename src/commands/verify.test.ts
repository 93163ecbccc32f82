import { expect, test } from 'bun:test'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSigningKey, signFile } from '#src/lib/minisign.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { RELEASE_KEY } from '#src/version.ts'
import { verifyCommand } from './verify.ts'

/** Made by `minisign -G -W` and `minisign -S`, version 0.11. */
const PUBLIC = 'RWS5ABDz6pe6elmlxWqDFcyNqWaovFzibYWO6Uf8ztk7ZWRLnHn1YwVb'
const SECRET =
  'RWQAAEIyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAuQAQ8+qXunqVTnTqnP2Wd4mu+DbOH37sgwqYSjtJboJOpX8ZQizz51mlxWqDFcyNqWaovFzibYWO6Uf8ztk7ZWRLnHn1YwVbAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='
const SIGNATURE = `untrusted comment: signature from minisign secret key
RUS5ABDz6pe6eoCjuJJXz+kv0xXfiH71zf9+FHzgRbnZzArzoS2XL4BMtLybvBVCDJDyNuxGsxfPaGzpq+o2S7hsvnif3Z6KfQI=
trusted comment: passwright 0.3.0
BTCxeu2dOeYvg3e7CKyhY49gcmhyQ4lY+OfhxGcGi0C+BOK3qjIWSwtmPk/Zg+GmK3b0qNEkvGsLswY5lWUrCw==
`

const sha256 = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')

function release() {
  const folder = temporaryFolder()
  const path = (name: string) => join(folder.path, name)
  const sums = `${sha256('program')}  passwright-linux-x64\n${sha256('licenses')}  LICENSES.txt\n`
  writeFileSync(path('passwright-linux-x64'), 'program')
  writeFileSync(path('SHA256SUMS'), sums)
  const signature = signFile(Buffer.from(sums), 'passwright 0.3.0', readSigningKey(SECRET))
  writeFileSync(path('SHA256SUMS.minisig'), signature)
  return { ...folder, path, sums, signature }
}

async function verify(file: string, flags = ['--key', PUBLIC]): Promise<string> {
  const lines: string[] = []
  const io = { env: {}, out: (line: string) => void lines.push(line), err: () => undefined }
  const status = await verifyCommand.run([file, ...flags], io).catch(String)
  return [status, ...lines].join(' ')
}

test('minisign and we make the same signatures', () => {
  const comment = (text: string) => text.replace(/^untrusted.*\n/, '')
  const signed = signFile(
    Buffer.from('abc  file\n'),
    'passwright 0.3.0',
    readSigningKey(`comment\n${SECRET}\n`),
  )
  expect(comment(signed)).toBe(comment(SIGNATURE))
})

test('a file with a signed checksum is valid, also under another name', async () => {
  using files = release()
  const valid = 'is passwright-linux-x64 of passwright 0.3.0: checksum and signature are valid.'
  expect(await verify(files.path('passwright-linux-x64'))).toEndWith(valid)
  renameSync(files.path('passwright-linux-x64'), files.path('passwright'))
  expect(await verify(files.path('passwright'))).toEndWith(valid)
  expect(
    await verify(files.path('passwright'), ['--sums', files.path('SHA256SUMS'), '--key', PUBLIC]),
  ).toMatch(/^0 /)
})

test('each fault has an error of its own', async () => {
  using files = release()
  const file = files.path('passwright-linux-x64')
  const other = `${sha256('other')}  passwright-linux-x64\n`
  const [first = '', line = '', , global = ''] = files.signature.split('\n')
  const faults: [name: string, content: string, error: RegExp][] = [
    ['passwright-linux-x64', 'another', /does not have the checksum in SHA256SUMS/],
    ['SHA256SUMS', other, /the signed file was changed/],
    ['SHA256SUMS.minisig', 'nothing', /damaged, or not in the format/],
    ['SHA256SUMS.minisig', files.signature.replace('RUS5', 'RWS5'), /damaged, or not in the format/],
    ['SHA256SUMS.minisig', files.signature.replace('0.3.0', '0.4.0'), /its comment was changed/],
    ['SHA256SUMS.minisig', [first, line, 'trusted comment: x', global].join('\n'), /its comment was changed/],
  ]
  for (const [name, content, error] of faults) {
    const before = readFileSync(files.path(name))
    writeFileSync(files.path(name), content)
    expect(await verify(file)).toMatch(error)
    writeFileSync(files.path(name), before)
  }
  expect(await verify(file, [])).toMatch(/made with the key 7ABA97EAF31000B9 instead of [\dA-F]{16}\./)
  expect(await verify(file, ['--key', 'nonsense'])).toMatch(/public key is not one of minisign/)
  expect(await verify(files.path('SHA256SUMS'))).toMatch(/SHA256SUMS is not a file of this release/)
  expect(await verify(files.path('missing'))).toMatch(/There is no file .*missing\./)
  rmSync(files.path('SHA256SUMS.minisig'))
  expect(await verify(file)).toMatch(/There is no file .*SHA256SUMS\.minisig\./)
  expect(await verify('--key')).toMatch(/Specify the file/)
})

test('a signing key with a password, and what is no key, are refused', () => {
  const encrypted = Buffer.from(SECRET, 'base64')
  encrypted.write('Sc', 2, 'latin1')
  expect(() => readSigningKey(encrypted.toString('base64'))).toThrow('is encrypted')
  expect(() => readSigningKey(PUBLIC)).toThrow('not a secret key of minisign')
})

test('the README has the key of the releases', () => {
  expect(readFileSync(join(import.meta.dir, '../../README.md'), 'utf8').includes(RELEASE_KEY)).toBe(true)
})
