import { AppError } from '#src/errors.ts'
import { createBodyCache, createVersionCache } from '#src/http/body-cache.ts'
import type { Call } from '#src/http/call.ts'
import { type EncodedBody, plainText } from '#src/http/encoded.ts'
import type { Drawn, Encoder } from '#src/http/encoder.ts'
import type { PackedBody } from '#src/http/packed.ts'
import type { Origins } from './origins.ts'

type Draw = (origin: string) => Promise<Drawn>

export type Documents = {
  /**
   * The text named `key` as of `version`, with the origin that was asked for in its addresses: kept, or else `draw`n
   * for an origin that is handed in. Throws AppError unavailable when it is kept nowhere and too many wait already.
   */
  get(call: Call, version: number, key: string, draw: Draw): Promise<EncodedBody | PackedBody>
  /** The same as a text, which is not compressed. */
  text(call: Call, version: number, key: string, draw: Draw): Promise<Drawn>
}

type Options = {
  siteUrl: string | undefined
  bytes: number
  origins: Origins
  encoder: Encoder
  /** The host that texts are drawn for, where some are drawn already. */
  standIn?: string
}

/**
 * Texts that are the same for everyone but for the origin in them: each is drawn once, for an origin that nobody has
 * where the site has none of its own, and the real one is put in after that. For an origin beyond those that an asker
 * may bring up, or while too many wait for a compressor, it stays uncompressed and is not kept: that costs next to
 * nothing.
 */
export function createDocuments({ siteUrl, bytes, origins, encoder, standIn }: Options): Documents {
  const encoded = createBodyCache(bytes / 2, encoder)
  const drawn = createVersionCache<Drawn>(bytes / 2, ({ text }) => 1 + 2 * text.length)

  // Never sent to anyone, so no text from elsewhere can hold it.
  const name = standIn ?? `${crypto.randomUUID()}.invalid`
  const drawnFor = standIn === undefined ? siteUrl : undefined
  const at = ({ text, type }: Drawn, origin: string): Drawn =>
    drawnFor === undefined
      ? {
          text: text.replaceAll(`https://${name}`, origin).replaceAll(name, () => new URL(origin).hostname),
          type,
        }
      : { text, type }

  const text: Documents['text'] = async ({ origin }, version, key, draw) =>
    at(await drawn.get(version, key, () => draw(drawnFor ?? `https://${name}`)), origin)

  return {
    text,
    get: async (call, version, key, draw) => {
      const asOfHere = () => text(call, version, key, draw)
      if ((await origins.wait(call)) > 0) return passing(await asOfHere())
      try {
        return await encoded.get(version, `${call.origin} ${key}`, call.address, asOfHere)
      } catch (error) {
        const known = drawn.known(version, key)
        if (!known || !(error instanceof AppError) || error.code !== 'unavailable') throw error
        return passing(at(known, call.origin))
      }
    },
  }
}

const passing = (drawn: Drawn): EncodedBody => ({ ...plainText(drawn), isPassing: true })
