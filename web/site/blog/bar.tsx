/** Stands in for a line of text that is on its way. */
export function Bar({ width, height = 'h-4' }: { width: string; height?: string }) {
  return <div className={`rounded-control bg-border ${height} ${width}`} />
}
