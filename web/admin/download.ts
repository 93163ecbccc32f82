import { sendAdmin } from './client.ts'

/** Fetches with the token, which a plain link couldn't send, then saves. */
export async function download(path: string): Promise<void> {
  const response = await sendAdmin('GET', path)
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'download'
  saveFile(await response.blob(), name)
}

export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
