import * as z from 'zod'

/** For settings shown on pages: one line without direction overrides. */
export const displayText = (charactersMax: number) =>
  z
    .string('must be text')
    .trim()
    .regex(/[\p{L}\p{N}\p{P}\p{S}]/u, 'must not be empty')
    .max(charactersMax, `must be at most ${charactersMax} characters`)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must be a single line')
    .regex(/^\P{Bidi_Control}*$/u, 'must not contain characters that change the direction of text')
