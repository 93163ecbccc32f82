import { encode } from 'uqr'

/** Cells of white around the code, as readers expect. */
const MARGIN = 4

/** A QR code, drawn here: the secret in it is sent nowhere. Dark on light in both themes, as not every reader takes the inverse. */
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
