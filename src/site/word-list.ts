import type { WordListLink } from '#domain/site.ts'
import { type EncodedBody, encodeBody } from '#src/http/encoded-body.ts'
import { readWordListFile } from '#src/lib/word-list-file.ts'
import type { SiteBuild } from './build.ts'

export type PublishedWordList = { link: WordListLink; file: EncodedBody }

/** Throws StartError as `readWordListFile` does. */
export async function publishWordList(path: string): Promise<PublishedWordList> {
  const words = await readWordListFile(path)
  const bytes = new TextEncoder().encode(words.join('\n'))
  const src = `/assets/words-${Bun.hash(bytes).toString(36)}.txt`
  return {
    link: { src, size: words.length },
    file: encodeBody(bytes, 'text/plain; charset=utf-8'),
  }
}

export const addWordList = (build: SiteBuild, list: PublishedWordList | null): SiteBuild =>
  list ? { ...build, files: new Map([...build.files, [list.link.src, list.file]]) } : build
