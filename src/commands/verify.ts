import { createReadStream, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { StartError } from '#src/errors.ts'
import { errorCode } from '#src/lib/error-code.ts'
import { escapeForTerminal } from '#src/lib/escape-for-terminal.ts'
import { readFlags } from '#src/lib/flags.ts'
import { verifySignature } from '#src/lib/minisign.ts'
import { RELEASE_KEY } from '#src/version.ts'
import type { Command } from './command.ts'

const FLAGS = { sums: 'string', key: 'string' } as const

const help = `Usage: passwright verify FILE [--sums FILE] [--key KEY]

Verifies a file of a release, without a network: that SHA256SUMS was signed with the key of the releases, and that it has
the checksum of this file. SHA256SUMS and SHA256SUMS.minisig are expected beside it. The file may have been renamed.
Exit status 0 only if both are right.

  --sums FILE   another place of SHA256SUMS; its signature is expected beside it, with .minisig after its name
  --key KEY     another public key, as minisign prints it

The key of the releases is ${RELEASE_KEY}
It verifies releases later than this one. For this executable itself, use minisign, or an executable you already trust.`

export const verifyCommand: Command = {
  help,
  run: async ([file, ...args], { out }) => {
    if (file === undefined || file.startsWith('-'))
      throw new StartError('Specify the file: passwright verify FILE')
    const flags = readFlags(args, FLAGS)
    const path = resolve(file)
    const sumsPath = resolve(String(flags.get('sums') ?? join(dirname(path), 'SHA256SUMS')))
    const sums = readBeside(sumsPath)
    const signature = readBeside(`${sumsPath}.minisig`).toString()
    const comment = verifySignature(sums, signature, String(flags.get('key') ?? RELEASE_KEY))
    const name = findName(sums.toString(), await sha256(path), basename(path))
    out(`${file} is ${name} of ${escapeForTerminal(comment)}: checksum and signature are valid.`)
    return 0
  },
}

function readBeside(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw cannotRead(path, error)
  }
}

const cannotRead = (path: string, error: unknown) =>
  errorCode(error) === 'ENOENT'
    ? new StartError(`There is no file ${path}.`, { cause: error })
    : new StartError(`${path} can't be read: ${errorCode(error)}.`, { cause: error })

async function sha256(path: string): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  try {
    for await (const bytes of createReadStream(path)) hash.update(bytes)
  } catch (error) {
    throw cannotRead(path, error)
  }
  return hash.digest('hex')
}

/** The name of the file with this checksum in a release. */
function findName(sums: string, sum: string, name: string): string {
  const entries = Array.from(sums.matchAll(/^([\da-f]{64}) [ *](.+)$/gm), ([, listed, of]) => ({
    listed,
    of,
  }))
  const found = entries.find(({ listed }) => listed === sum)?.of
  if (found !== undefined) return found
  throw new StartError(
    entries.some(({ of }) => of === name)
      ? `${name} does not have the checksum in SHA256SUMS: it is damaged or was changed.`
      : `${name} is not a file of this release: SHA256SUMS doesn't have its checksum.`,
  )
}
