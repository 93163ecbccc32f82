import * as z from 'zod/mini'

/** For settings shown on pages: one line without direction overrides. */
export const displayText = (charactersMax: number) =>
  z
    .string('must be text')
    .check(
      z.trim(),
      z.regex(/[\p{L}\p{N}\p{P}\p{S}]/u, 'must not be empty'),
      z.maxLength(charactersMax, `must be at most ${charactersMax} characters`),
      z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must be a single line'),
      z.regex(/^\P{Bidi_Control}*$/u, 'must not contain characters that change the direction of text'),
    )
