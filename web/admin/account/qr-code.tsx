import { encode } from 'uqr'

/** Quiet zone in modules (ISO/IEC 18004). */
const MARGIN = 4

/**
 * Rendered locally, because the code contains a secret. Dark on light in both themes: some readers can't scan
 * inverted codes.
 */
export function QrCode({ text, name }: { text: string; name: string }) {
  const { data, size } = encode(text, { border: MARGIN, ecc: 'M' })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg role="img" aria-label={name} viewBox={`0 0 ${size} ${size}`} className="size-52 rounded-control">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
