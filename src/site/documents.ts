import { createBodyCache, createVersionCache } from '#src/http/body-cache.ts'
import type { Call } from '#src/http/call.ts'
import { type EncodedBody, encodeText, plainText } from '#src/http/encoded.ts'
import type { Origins } from './origins.ts'

/** A text and its media type. */
export type Drawn = { text: string; type: string }

export type Documents = {
  /**
   * The text named `key` as of `version`, with the origin that was asked for in its addresses: kept, or else `draw`n
   * for an origin that is handed in.
   */
  get(
    call: Call,
    version: number,
    key: string,
    draw: (origin: string) => Promise<Drawn>,
  ): Promise<EncodedBody>
}

type Options = { siteUrl: string | undefined; bytes: number; origins: Origins }

/**
 * Texts that are the same for everyone but for the origin in them: each is drawn once, for an origin that nobody has,
 * and the real one is put in after that. For an origin beyond those that an asker may bring up it stays uncompressed
 * and is not kept: that costs next to nothing.
 */
export function createDocuments({ siteUrl, bytes, origins }: Options): Documents {
  const encoded = createBodyCache(bytes)
  if (siteUrl !== undefined)
    return {
      get: (_call, version, key, draw) => encoded.get(version, key, async () => encode(await draw(siteUrl))),
    }

  // Never sent to anyone, so no text from elsewhere can hold it.
  const name = `${crypto.randomUUID()}.invalid`
  const drawn = createVersionCache<Drawn>(bytes, ({ text }) => 1 + 2 * text.length)
  const at = ({ text, type }: Drawn, origin: string): Drawn => ({
    text: text.replaceAll(`https://${name}`, origin).replaceAll(name, () => new URL(origin).hostname),
    type,
  })

  return {
    get: async (call, version, key, draw) => {
      const { origin } = call
      const asOfHere = async () => at(await drawn.get(version, key, () => draw(`https://${name}`)), origin)
      if ((await origins.wait(call)) > 0) return plainText(await asOfHere())
      return encoded.get(version, `${origin} ${key}`, async () => encode(await asOfHere()))
    },
  }
}

const encode = ({ text, type }: Drawn) => encodeText(text, type)
