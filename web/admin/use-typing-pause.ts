import { useEffect, useEffectEvent } from 'react'

const TYPING_PAUSE_MS = 250

/** Tells of each text when the typing pauses, without the spaces around it. */
export function useTypingPause(text: string, onPause: (text: string) => void): void {
  const tell = useEffectEvent(onPause)
  useEffect(() => {
    const timer = setTimeout(() => tell(text.trim()), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
}
