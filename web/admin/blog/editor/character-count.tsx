/** `max` is how much search engines show. */
export function CharacterCount({ text, max }: { text: string; max: number }) {
  const count = Array.from(text).length
  return (
    <span className="tabular-nums">
      {count} / {max} characters
      {count > max && <span className="text-weak"> – search engines may cut it short</span>}
    </span>
  )
}
