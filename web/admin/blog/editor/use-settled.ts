import { useEffect, useState } from 'react'

/** The text as it was when the typing last paused for `pauseMs`; with 0 as it is. */
export function useSettled(text: string, pauseMs: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return pauseMs === 0 ? text : settled
}
