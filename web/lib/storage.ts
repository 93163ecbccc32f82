/** Null if absent or blocked. Writes return whether they succeeded. */
export function readStored(key: string): string | null {
  return attempt(() => localStorage.getItem(key), null)
}

export function writeStored(key: string, value: string): boolean {
  return attempt(() => {
    localStorage.setItem(key, value)
    return true
  }, false)
}

export function removeStored(key: string): void {
  attempt(() => localStorage.removeItem(key), undefined)
}

export function readForTab(key: string): string | null {
  return attempt(() => sessionStorage.getItem(key), null)
}

export function writeForTab(key: string, value: string): boolean {
  return attempt(() => {
    sessionStorage.setItem(key, value)
    return true
  }, false)
}

export function removeForTab(key: string): void {
  attempt(() => sessionStorage.removeItem(key), undefined)
}

/** Accessing blocked storage throws. */
function attempt<T>(operation: () => T, fallback: T): T {
  try {
    return operation()
  } catch (error) {
    if (error instanceof DOMException) return fallback
    throw error
  }
}
