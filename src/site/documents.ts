import { AppError } from '#src/errors.ts'
import { createBodyCache, createVersionCache } from '#src/http/body-cache.ts'
import type { Call } from '#src/http/call.ts'
import { type EncodedBody, plainText } from '#src/http/encoded-body.ts'
import { createBodyQueue, type Encoder, type TextContent } from '#src/http/encoder.ts'
import type { GzipBody } from '#src/http/gzip-body.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import type { Origins } from './origins.ts'

type Render = (origin: string) => Promise<TextContent>

export type Documents = {
  /** Returns the cached document `key` of `version`, or renders it. Throws AppError unavailable if too many are waiting. */
  get(call: Call, version: number, key: string, render: Render): Promise<EncodedBody | GzipBody>
  /** Throws AppError unavailable if too many are waiting. */
  text(call: Call, version: number, key: string, render: Render): Promise<TextContent>
}

type Options = {
  siteUrl: string | undefined
  bytes: number
  origins: Origins
  encoder: Encoder
  /** The placeholder host in pre-rendered documents. */
  placeholderHost?: string
}

// Documents that differ only in the origin are rendered once, with a placeholder that is then replaced. Origins beyond a
// client's limit get uncompressed, uncached ones, which cost almost nothing once they are rendered.
export function createDocuments({ siteUrl, bytes, origins, encoder, placeholderHost }: Options): Documents {
  const encoded = createBodyCache(bytes / 2, encoder)
  const rendered = createVersionCache<TextContent>(bytes / 2, ({ text }) => 1 + 2 * text.length)

  // Never sent to clients, so no document can contain it.
  const placeholder = placeholderHost ?? `${crypto.randomUUID()}.invalid`
  const renderedFor = placeholderHost === undefined ? siteUrl : undefined
  const forOrigin = ({ text, type }: TextContent, origin: string): TextContent =>
    renderedFor === undefined
      ? {
          text: text
            .replaceAll(`https://${placeholder}`, origin)
            .replaceAll(placeholder, () => new URL(origin).hostname),
          type,
        }
      : { text, type }

  // Not the encoder's queue, in which a document waits for its rendering.
  const queue = createBodyQueue()

  const text: Documents['text'] = async ({ origin, address }, version, key, render) => {
    const renderInTurn = async () => {
      await yieldToEventLoop()
      return render(renderedFor ?? `https://${placeholder}`)
    }
    return forOrigin(await rendered.get(version, key, () => queue(address, renderInTurn)), origin)
  }

  return {
    text,
    get: async (call, version, key, render) => {
      const renderForCall = () => text(call, version, key, render)
      if ((await origins.tryAccept(call)) > 0) return uncached(await renderForCall())
      try {
        return await encoded.get(version, JSON.stringify([call.origin, key]), call, renderForCall)
      } catch (error) {
        const cached = rendered.known(version, key)
        if (!cached || !(error instanceof AppError) || error.code !== 'unavailable') throw error
        return uncached(forOrigin(cached, call.origin))
      }
    },
  }
}

const uncached = (content: TextContent): EncodedBody => ({ ...plainText(content), isUncached: true })
