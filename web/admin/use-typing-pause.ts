import { useEffect, useEffectEvent } from 'react'

const TYPING_PAUSE_MS = 250

/** Calls `onPause` with the trimmed text when typing pauses. */
export function useTypingPause(text: string, onPause: (text: string) => void): void {
  const notify = useEffectEvent(onPause)
  useEffect(() => {
    const timer = setTimeout(() => notify(text.trim()), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
}
