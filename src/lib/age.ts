import { type FileHandle, open, readFile } from 'node:fs/promises'
import { StartError } from '#src/errors.ts'
import { chunksOf } from './stored-stream.ts'

/** https://c2sp.org/age */
const HEADER = 'age-encryption.org/v1\n'

/** Enough for 150 post-quantum recipients. The library reads a header of any size, and takes ten times its memory. */
const HEADER_MAX_BYTES = 256 * 1024

/** Loaded on demand: it would delay each start. */
const load = () => import('age-encryption')

async function encrypterTo(recipients: readonly string[]) {
  const { Encrypter } = await load()
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch (cause) {
      throw new StartError(`BACKUP_RECIPIENTS contains ${recipient}, which is not an age public key.`, {
        cause,
      })
    }
  }
  return encrypter
}

/** Throws StartError if one is misspelled. */
export async function checkRecipients(recipients: readonly string[]): Promise<void> {
  if (recipients.length > 0) await encrypterTo(recipients)
}

/** `bytes` is the size before and after. Throws StartError if a recipient is misspelled. */
export async function encryptTo(
  recipients: readonly string[],
  { stream, bytes }: { stream: ReadableStream<Uint8Array>; bytes: number },
): Promise<{ stream: ReadableStream<Uint8Array>; bytes: number }> {
  const encrypted = await (await encrypterTo(recipients)).encrypt(stream)
  return { stream: encrypted, bytes: encrypted.size(bytes) }
}

export async function isEncrypted(path: string): Promise<boolean> {
  await using file = await open(path)
  const { bytesRead, buffer } = await file.read(Buffer.alloc(HEADER.length), 0, HEADER.length, 0)
  return buffer.toString('latin1', 0, bytesRead) === HEADER
}

/** `identityFile` is as age-keygen writes it. Throws StartError if it doesn't fit or the source is damaged. */
export async function decryptFile(source: string, target: string, identityFile: string): Promise<void> {
  const { Decrypter } = await load()
  const decrypter = new Decrypter()
  const text = await readFile(identityFile, 'utf8').catch((cause) => {
    throw new StartError(`The identity file ${identityFile} can't be read.`, { cause })
  })
  const identities = text.split(/\r?\n/).filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (identities.length === 0)
    throw new StartError(`${identityFile} contains no line that starts with AGE-SECRET-KEY-.`)
  await using from = await open(source)
  if (!(await hasHeader(from))) throw refuse(DAMAGED)
  await using to = await open(target, 'wx', 0o600)
  let isOpen = false
  try {
    for (const identity of identities) decrypter.addIdentity(identity.trim())
    const plain = await decrypter.decrypt(chunksOf(from))
    isOpen = true
    for await (const chunk of plain) await to.appendFile(chunk)
  } catch (cause) {
    if (cause instanceof Error && 'syscall' in cause) throw cause
    throw refuse(isOpen ? DAMAGED : "can't be decrypted with this identity", cause)
  }
}

const DAMAGED = 'is damaged'

const refuse = (what: string, cause?: unknown) => new StartError(`The encrypted backup ${what}.`, { cause })

/** Whether its header ends within the limit. */
async function hasHeader(file: FileHandle): Promise<boolean> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(HEADER_MAX_BYTES), 0, HEADER_MAX_BYTES, 0)
  return buffer.subarray(0, bytesRead).includes('\n--- ')
}
