/** The thread of createPageReader: answers each page with its reading. */
import type { PageInput } from './page-reading.ts'
import { readPage } from './reading/read-page.ts'

declare const self: Worker

self.onmessage = ({ data }: MessageEvent<PageInput>) => self.postMessage(readPage(data))
