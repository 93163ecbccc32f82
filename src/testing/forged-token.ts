import { createHmac } from 'node:crypto'

type Forgery = {
  key: string
  claims: Record<string, unknown>
  header?: Record<string, unknown>
  hash?: 'sha256' | 'sha512' | null
}

export function forgedToken({
  key,
  claims,
  header = { alg: 'HS256', typ: 'JWT' },
  hash = 'sha256',
}: Forgery) {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const content = `${encode(header)}.${encode(claims)}`
  const signature = hash === null ? '' : createHmac(hash, key).update(content).digest('base64url')
  return `${content}.${signature}`
}
