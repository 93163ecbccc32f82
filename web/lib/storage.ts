/** What this browser keeps under `key`; null when there is nothing or storage is forbidden. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch (error) {
    if (isStorageRefusal(error)) return null
    throw error
  }
}

/** Keeps `value` under `key` and answers whether the browser let it: storage may be forbidden or full. */
export function keep(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value)
    return true
  } catch (error) {
    if (isStorageRefusal(error)) return false
    throw error
  }
}

/** Forgets what is kept under `key`. */
export function forget(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch (error) {
    if (!isStorageRefusal(error)) throw error
  }
}

const isStorageRefusal = (error: unknown) => error instanceof DOMException
