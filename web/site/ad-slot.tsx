import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { AD_FRAME_PATH } from '#domain/site.ts'
import { AD_HEIGHT_PX, readAdHeight } from '#web/lib/ad-height.ts'
import { AD_SANDBOX } from '#web/lib/frame-attributes.ts'
import { usePage } from '#web/lib/page.tsx'
import { useTheme } from '#web/lib/theme.tsx'
import type { Theme } from '#web/lib/theme-choice.ts'
import { whenLoaded } from '#web/lib/when-loaded.ts'

/** Each message costs time on this page: an ad that posts more of them in so long a time is removed. */
const MOST_MESSAGES = { count: 60, ms: 10_000 }

const FRAME = {
  title: 'Advertisement',
  sandbox: AD_SANDBOX.join(' '),
  referrerPolicy: 'no-referrer' as const,
}

/** The operator's advertisement in a place whose height never changes; nothing at all without one. */
export function AdSlot() {
  return usePage().hasAd && <AdPlace />
}

function AdPlace() {
  const { theme } = useTheme()
  const [isWanted, setIsWanted] = useState(false)

  useEffect(() => whenLoaded(() => setIsWanted(navigator.onLine)), [])

  return (
    <aside
      aria-label="Advertisement"
      className="mt-6 overflow-hidden rounded-control border border-border pb-2 text-center"
    >
      <p aria-hidden className="py-1 text-muted text-sm">
        Advertisement
      </p>
      <div style={{ height: AD_HEIGHT_PX }}>
        {isWanted && <AdFrame key={theme} theme={theme} onFlood={() => setIsWanted(false)} />}
        <noscript>
          <iframe {...FRAME} src={AD_FRAME_PATH} className="size-full" />
        </noscript>
      </div>
    </aside>
  )
}

/** Invisible until its document reports a height: one that a blocker or the lost network keeps away leaves the place empty. */
function AdFrame({ theme, onFlood }: { theme: Theme; onFlood: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState<number | null>(null)
  const flood = useEffectEvent(onFlood)

  useEffect(() => {
    let count = 0
    let since = 0
    const follow = (message: MessageEvent<unknown>) => {
      if (message.source === null || message.source !== frame.current?.contentWindow) return
      if (message.timeStamp - since > MOST_MESSAGES.ms) {
        since = message.timeStamp
        count = 0
      }
      count += 1
      if (count > MOST_MESSAGES.count) return flood()
      const reported = readAdHeight(message.data)
      if (reported !== null) setHeight(reported)
    }
    window.addEventListener('message', follow)
    return () => window.removeEventListener('message', follow)
  }, [])

  const shown = height ?? AD_HEIGHT_PX
  return (
    <iframe
      ref={frame}
      {...FRAME}
      src={`${AD_FRAME_PATH}#${theme}`}
      // Moved by a transform, which is no layout shift.
      style={{ height: shown, transform: `translateY(${(AD_HEIGHT_PX - shown) / 2}px)` }}
      className={`w-full ${height === null ? 'invisible' : ''}`}
    />
  )
}
