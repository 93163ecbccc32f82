import { S3Client } from 'bun'
import { StartError } from '#src/errors.ts'

/** A place in a bucket; `key` may be empty. */
export type S3Place = { bucket: string; key: string }

export type S3 = {
  /** Sends a file of so many bytes, and asks whether it arrived. */
  upload(path: string, bytes: number, place: S3Place): Promise<void>
  /** Writes what is at a place into a file. */
  download(place: S3Place, path: string): Promise<void>
}

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/

export const isS3Address = (text: string): boolean => text.startsWith('s3://')

/** Reads s3://bucket/some/prefix. Throws StartError for anything else. */
export function readS3Address(text: string): S3Place {
  const [, bucket, key = ''] = ADDRESS.exec(text) ?? []
  if (bucket === undefined) throw new StartError(`${text} is no address like s3://bucket/prefix.`)
  return { bucket, key: key.replace(/\/+$/, '') }
}

export const showS3Address = ({ bucket, key }: S3Place) => `s3://${bucket}/${key}`

/**
 * Storage that speaks S3, with the keys, region and endpoint of the environment (S3_… or AWS_…). Throws StartError where
 * the keys are missing, and for whatever the storage refuses.
 */
export function openS3(env: Readonly<Record<string, string | undefined>>): S3 {
  const read = (name: string) => env[`S3_${name}`]?.trim() || env[`AWS_${name}`]?.trim() || undefined
  const accessKeyId = read('ACCESS_KEY_ID')
  const secretAccessKey = read('SECRET_ACCESS_KEY')
  if (!accessKeyId || !secretAccessKey) {
    throw new StartError(
      'S3 storage needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or the same with AWS_, in the environment.',
    )
  }
  const clientFor = ({ bucket }: S3Place) =>
    new S3Client({
      accessKeyId,
      secretAccessKey,
      sessionToken: read('SESSION_TOKEN'),
      region: read('REGION'),
      endpoint: env.S3_ENDPOINT?.trim() || env.AWS_ENDPOINT_URL_S3?.trim() || read('ENDPOINT'),
      bucket,
    })

  return {
    upload: (path, bytes, place) =>
      attempt(place, async () => {
        const client = clientFor(place)
        await client.write(place.key, Bun.file(path), { type: 'application/vnd.sqlite3' })
        const { size } = await client.stat(place.key)
        if (size !== bytes)
          throw new StartError(`${showS3Address(place)} holds ${size} bytes instead of ${bytes}.`)
      }),
    download: (place, path) =>
      attempt(place, async () => {
        await Bun.write(path, clientFor(place).file(place.key))
      }),
  }
}

/** Of what the storage says only the code is told: the rest may be a page of anything. */
async function attempt(place: S3Place, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'S3Error') throw error
    const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
    const words = /^[A-Za-z]{1,60}$/.test(code) ? code : 'UnknownError'
    throw new StartError(`The storage of ${showS3Address(place)} refused or did not answer (${words}).`, {
      cause: error,
    })
  }
}
