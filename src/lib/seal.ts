import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

export type Keys = {
  /** Identifies the key without revealing it. */
  id: string
  /** `about` identifies the row: sealed text can't be opened in another one. */
  seal(text: string, about: About): string
  /** Throws if the text isn't sealed, or was sealed with another key or for another row. */
  open(stored: string, about: About): string
}

type About = readonly [table: string, id: string | number]

export const KEY_BYTES = 32
const ID_BYTES = 8
const IV_BYTES = 12
const TAG_BYTES = 16
const ALGORITHM = 'aes-256-gcm'

/** Values are 'v1:', the key's id, ':' and the Base64 of IV, ciphertext and tag. */
const SEALED = /^v1:([\da-f]{16}):([\w-]+)$/

/** The id of the key; null for unsealed text. */
export const sealedBy = (stored: string): string | null => SEALED.exec(stored)?.[1] ?? null

export function createKeys(master: Uint8Array): Keys {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', master, '', `passwright ${purpose}`, bytes))
  const id = derive('key id', ID_BYTES).toString('hex')
  const key = derive('sealed values', KEY_BYTES)
  const aad = (about: About) => Buffer.from(JSON.stringify(about))

  return {
    id,
    seal: (text, about) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(aad(about))
      const parts = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return `v1:${id}:${Buffer.concat(parts).toString('base64url')}`
    },
    open: (stored, about) => {
      const [, by, data = ''] = SEALED.exec(stored) ?? []
      if (by === undefined) throw new Error('the value is not sealed')
      if (by !== id) throw new Error('the value was sealed with another key')
      const bytes = Buffer.from(data, 'base64url')
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(aad(about)).setAuthTag(bytes.subarray(-TAG_BYTES))
      return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
