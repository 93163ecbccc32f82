type Answer = (isProved: boolean) => void

let waiting: Answer[] = []
const listeners = new Set<() => void>()

/** Asks the user to give the password again; answers whether the server took it. Whoever asks meanwhile waits for the same. */
export function askForProof(): Promise<boolean> {
  return new Promise((resolve) => {
    waiting = [...waiting, resolve]
    tellListeners()
  })
}

/** Ends the asking for everyone who waits. */
export function answerProof(isProved: boolean): void {
  const answered = waiting
  waiting = []
  tellListeners()
  for (const resolve of answered) resolve(isProved)
}

export const isProofAsked = (): boolean => waiting.length > 0

export function onProofChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function tellListeners(): void {
  for (const listener of listeners) listener()
}
