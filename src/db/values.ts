/** A value as it goes into a statement and comes out of a row, the same for either engine. */
export type SqlValue = string | number | bigint | null | Uint8Array

const LARGEST_INTEGER = 2n ** 63n - 1n

/**
 * What a parameter is stored as. Throws RangeError for numbers that SQLite can't hold and TypeError for what is no
 * value: one engine would store something else without a word.
 */
export function toStored(value: unknown): SqlValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError('only finite numbers can be stored')
    return value + 0 // -0 would be stored as a fraction, 0 as an integer
  }
  if (typeof value === 'bigint') {
    if (value > LARGEST_INTEGER || value < -LARGEST_INTEGER - 1n)
      throw new RangeError('only integers of 64 bits can be stored')
    return value
  }
  if (value instanceof Uint8Array) return value
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  throw new TypeError(`a ${typeof value} can't be stored`)
}

/** What a stored value is read as. Throws RangeError for an integer that a number can't hold exactly. */
export function fromStored(value: unknown): SqlValue {
  if (typeof value !== 'bigint') return toStored(value)
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError('the integer is too large for a number')
  return number
}
