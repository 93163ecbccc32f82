import { useEffect, useState } from 'react'
import type { GeneratorName } from '#domain/passwords/generator-extras.ts'
import type { Strength } from '#domain/passwords/strength.ts'

/** Debounce, because a dragged slider would announce every step. */
const SETTLED_MS = 600

type Props = {
  noun: GeneratorName
  text: string | null
  /** '16 characters' */
  size: string
  strength: Strength | null
  /** Count since the page was opened. */
  timesMade: number
}

/** Announces new passwords to screen readers without their characters, but not the first one. */
export function GeneratedStatus({ noun, text, size, strength, timesMade }: Props) {
  const [announced, setAnnounced] = useState({ text, message: '' })
  const message = strength === null ? '' : `New ${noun}, ${size}, ${strength.label.toLowerCase()}`

  useEffect(() => {
    if (text === null || timesMade === 1) return
    const timer = setTimeout(() => setAnnounced({ text, message }), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [text, message, timesMade])

  return (
    // Cleared in between, because repeated text isn't announced.
    <p role="status" className="sr-only">
      {announced.text === text && announced.message}
    </p>
  )
}
