export type SqlValue = string | number | bigint | null | Uint8Array

const INTEGER_MAX = 2n ** 63n - 1n

/** Throws RangeError for numbers SQLite can't store, and TypeError for types that one engine would convert silently. */
export function toStored(value: unknown): SqlValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError('only finite numbers can be stored')
    return value + 0 // -0 would be stored as a fraction, 0 as an integer
  }
  if (typeof value === 'bigint') {
    if (value > INTEGER_MAX || value < -INTEGER_MAX - 1n)
      throw new RangeError('only integers of 64 bits can be stored')
    return value
  }
  if (value instanceof Uint8Array) return value
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  throw new TypeError(`a ${typeof value} can't be stored`)
}

/** Throws RangeError for integers that a number can't represent. */
export function fromStored(value: unknown): SqlValue {
  if (typeof value !== 'bigint') return toStored(value)
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError('the integer is too large for a number')
  return number
}
