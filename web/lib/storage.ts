/** What this browser keeps under `key`; null when there is nothing or storage is forbidden. */
export function readStored(key: string): string | null {
  return attempt(() => localStorage.getItem(key), null)
}

/** Keeps `value` under `key` and answers whether the browser let it: storage may be forbidden or full. */
export function keep(key: string, value: string): boolean {
  return attempt(() => {
    localStorage.setItem(key, value)
    return true
  }, false)
}

/** Forgets what is kept under `key`. */
export function forget(key: string): void {
  attempt(() => localStorage.removeItem(key), undefined)
}

/** What is kept under `key` until this tab is closed; null when there is nothing or storage is forbidden. */
export function readForVisit(key: string): string | null {
  return attempt(() => sessionStorage.getItem(key), null)
}

/** Keeps `value` under `key` until this tab is closed and answers whether the browser let it. */
export function keepForVisit(key: string, value: string): boolean {
  return attempt(() => {
    sessionStorage.setItem(key, value)
    return true
  }, false)
}

export function forgetForVisit(key: string): void {
  attempt(() => sessionStorage.removeItem(key), undefined)
}

/** Even naming the storage throws where it is forbidden. */
function attempt<T>(use: () => T, refused: T): T {
  try {
    return use()
  } catch (error) {
    if (error instanceof DOMException) return refused
    throw error
  }
}
