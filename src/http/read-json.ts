import { invalid } from '#src/errors.ts'

/** More levels than any form has. The library's error for a refused body of thousands takes seconds to be written. */
const DEEPEST = 20

/**
 * The body of a request that `refuseBody` let pass, whose size is therefore known; null without one. Throws AppError
 * invalid for what is no JSON or nested too deeply.
 */
export async function readJson(request: Request): Promise<unknown> {
  const length = Number(request.headers.get('content-length') ?? 0)
  if (length === 0) return null
  const value = parse(await request.text())
  if (!isShallow(value, DEEPEST)) throw invalid('The request body is nested too deeply')
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid('The request body is not valid JSON')
    throw error
  }
}

const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1)))
