import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { AppError } from '#src/errors.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import type { Call } from './call.ts'
import {
  type BytesContent,
  type Content,
  type EncodedBody,
  encodeContent,
  improveBody,
  plainBody,
  sizeOfBody,
  type TextContent,
} from './encoded-body.ts'
import type { GzipBody } from './gzip-body.ts'
import type { Origins } from './origins.ts'
import { createQueue } from './queue.ts'

type Body = EncodedBody | GzipBody
type Bytes = Uint8Array<ArrayBuffer>

export type Encoder = ReturnType<typeof createEncoder>

const AT_ONCE = 2
/** At 20 to 50 ms each, the last one waits about a second. */
const WAITING_MAX = 50
const SLOTS = AT_ONCE + WAITING_MAX

const createBodyQueue = () =>
  createQueue(AT_ONCE, { perNetwork: SLOTS / 4, perWideNetwork: SLOTS / 2, total: SLOTS })

const IMPROVE_AFTER = 3
const IMPROVING_MAX = 100
/** Pause between improvements, as a multiple of the last one's duration, so that improving uses a tenth of a core. */
const REST_FACTOR = 9

export function createEncoder(improve = improveBody) {
  const queue = createBodyQueue()
  const improving = pLimit(1)

  return {
    encode: (address: string, render: () => Promise<Content>): Promise<Body> =>
      queue(address, async () => encodeContent(await render())),
    countUse: (body: Body): void => {
      if (body.uses === undefined) return
      body.uses += 1
      if (body.uses < IMPROVE_AFTER || improving.pendingCount >= IMPROVING_MAX) return
      body.uses = undefined
      void improving(async () => {
        const started = performance.now()
        await improve(body)
        await rest(REST_FACTOR * (performance.now() - started))
      })
    },
  }
}

/** Unreferenced, so that it doesn't keep the process alive. */
const rest = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref())

export function createVersionCache<Value extends object>(bytes: number, sizeOf: (value: Value) => number) {
  const empty = () =>
    new LRUCache<string, Value, () => Promise<Value>>({
      maxSize: bytes,
      sizeCalculation: sizeOf,
      fetchMethod: (_key, _known, { context }) => context(),
    })
  let kept = { version: Number.NaN, values: empty() }

  return {
    get: async (version: number, key: string, make: () => Promise<Value>): Promise<Value> => {
      // A new cache: values still being built belong to the old version.
      if (kept.version !== version) kept = { version, values: empty() }
      return (await kept.values.fetch(key, { context: make })) ?? make()
    },
    known: (version: number, key: string) => (kept.version === version ? kept.values.get(key) : undefined),
  }
}

export type BodyCache = ReturnType<typeof createBodyCache>

export function createBodyCache(bytes: number, encoder: Encoder) {
  const bodies = createVersionCache<Body>(bytes, sizeOfBody)
  return {
    get: async (
      version: number,
      key: string,
      { address }: Pick<Call, 'address'>,
      render: () => Promise<Content>,
    ): Promise<Body> => {
      const body = await bodies.get(version, key, () => encoder.encode(address, render))
      encoder.countUse(body)
      return body
    },
  }
}

type Render = (origin: string) => Promise<TextContent>

export type Documents = ReturnType<typeof createDocuments>

type Options = {
  siteUrl: string | undefined
  bytes: number
  origins: Origins
  encoder: Encoder
  placeholderHost?: string
}

// Documents that differ only in the origin are rendered once, with a placeholder that is then replaced. Origins beyond a
// client's limit get uncompressed, uncached ones, which cost almost nothing once they are rendered.
export function createDocuments({ siteUrl, bytes, origins, encoder, placeholderHost }: Options) {
  const encoded = createBodyCache(bytes / 2, encoder)
  const rendered = createVersionCache<Template>(bytes / 2, sizeOfTemplate)

  // Never sent to clients, so no document can contain it.
  const placeholder = placeholderHost ?? `${crypto.randomUUID()}.invalid`
  const renderedFor = placeholderHost === undefined ? siteUrl : undefined
  // Not the encoder's queue, in which a document waits for its rendering.
  const queue = createBodyQueue()

  async function content({ origin, address }: Call, version: number, key: string, render: Render) {
    const renderInTurn = async () => {
      await yieldToEventLoop()
      return templateOf(await render(renderedFor ?? `https://${placeholder}`), placeholder)
    }
    return fillTemplate(await rendered.get(version, key, () => queue(address, renderInTurn)), origin)
  }

  return {
    content,
    get: async (call: Call, version: number, key: string, render: Render): Promise<Body> => {
      const renderForCall = () => content(call, version, key, render)
      if (origins.tryAccept(call) > 0) return uncached(await renderForCall())
      try {
        return await encoded.get(version, JSON.stringify([call.origin, key]), call, renderForCall)
      } catch (error) {
        const cached = rendered.known(version, key)
        if (!cached || !(error instanceof AppError) || error.code !== 'unavailable') throw error
        return uncached(fillTemplate(cached, call.origin))
      }
    },
  }
}

const uncached = (content: BytesContent): EncodedBody => ({ ...plainBody(content), isUncached: true })

type Template = { type: string; pieces: { bytes: Bytes; mention: 'origin' | 'host' | null }[] }

function templateOf({ text, type }: TextContent, placeholder: string): Template {
  const encoder = new TextEncoder()
  const pieces = text.split(placeholder).map((piece, index, { length }) => {
    if (index === length - 1) return { bytes: encoder.encode(piece), mention: null }
    const isOrigin = piece.endsWith(SCHEME)
    const before = isOrigin ? piece.slice(0, -SCHEME.length) : piece
    return { bytes: encoder.encode(before), mention: isOrigin ? ('origin' as const) : ('host' as const) }
  })
  return { type, pieces }
}

/** Without strings, whose garbage would be several times as large as the document. */
function fillTemplate({ type, pieces }: Template, origin: string): BytesContent {
  const encoder = new TextEncoder()
  const mentioned = { origin: encoder.encode(origin), host: encoder.encode(new URL(origin).hostname) }
  const parts = pieces.flatMap(({ bytes, mention }) => (mention ? [bytes, mentioned[mention]] : bytes))
  return { type, bytes: Bun.concatArrayBuffers(parts, Number.POSITIVE_INFINITY, true) }
}

const SCHEME = 'https://'

const sizeOfTemplate = ({ pieces }: Template) => pieces.reduce((sum, { bytes }) => sum + bytes.byteLength, 1)
