/** How long a text is beside how much of it search engines show. */
export function CharacterCount({ text, most }: { text: string; most: number }) {
  const count = Array.from(text).length
  return (
    <span className="tabular-nums">
      {count} / {most} characters
      {count > most && <span className="text-weak"> – search engines may cut it short</span>}
    </span>
  )
}
