import type { PageInput } from './page-reading.ts'
import { parsePage } from './reading/parse-page.ts'

declare const self: Worker

self.onmessage = ({ data }: MessageEvent<PageInput>) => self.postMessage(parsePage(data))
