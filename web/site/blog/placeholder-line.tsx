export function PlaceholderLine({ width, height = 'h-4' }: { width: string; height?: string }) {
  return <div className={`rounded-control bg-border ${height} ${width}`} />
}
