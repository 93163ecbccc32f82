import { useEffect, useState } from 'react'
import type { GeneratorName } from '#domain/passwords/extras.ts'
import type { Strength } from '#domain/passwords/strength.ts'

/** So long after the last change: a slider that is dragged would announce every step. */
const SETTLED_MS = 600

type Props = {
  noun: GeneratorName
  text: string | null
  /** '16 characters' */
  size: string
  strength: Strength | null
  /** How many were made since the page was opened. */
  timesMade: number
}

/** Announces each new password to screen readers, but not the one that the page opens with, nor its characters. */
export function GeneratedStatus({ noun, text, size, strength, timesMade }: Props) {
  const [announced, setAnnounced] = useState({ text, message: '' })
  const message = strength === null ? '' : `New ${noun}, ${size}, ${strength.label.toLowerCase()}`

  useEffect(() => {
    if (text === null || timesMade === 1) return
    const timer = setTimeout(() => setAnnounced({ text, message }), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [text, message, timesMade])

  return (
    // Emptied in between: the same words again would not be announced.
    <p role="status" className="sr-only">
      {announced.text === text && announced.message}
    </p>
  )
}
