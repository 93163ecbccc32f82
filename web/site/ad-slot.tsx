import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { AD_FRAME_PATH } from '#domain/site.ts'
import { AD_HEIGHT_PX, readAdHeight } from '#web/lib/ad-height.ts'
import { AD_SANDBOX } from '#web/lib/frame-attributes.ts'
import { usePage } from '#web/lib/page.tsx'
import { whenLoaded } from '#web/lib/scheduling.ts'
import { useTheme } from '#web/lib/theme.tsx'
import type { Theme } from '#web/lib/theme-choice.ts'

/** An ad that sends more is removed, because messages take main-thread time. */
const MESSAGES_MAX = { count: 60, ms: 10_000 }

const FRAME = {
  title: 'Advertisement',
  sandbox: AD_SANDBOX.join(' '),
  referrerPolicy: 'no-referrer' as const,
}

/** Constant height; renders nothing without an ad. */
export function AdSlot() {
  return usePage().hasAd && <AdSpace />
}

function AdSpace() {
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

/** Hidden until the ad's document reports its height, so a blocked or failed ad stays invisible. */
function AdFrame({ theme, onFlood }: { theme: Theme; onFlood: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState<number | null>(null)
  const flood = useEffectEvent(onFlood)

  useEffect(() => {
    let count = 0
    let since = 0
    const follow = (message: MessageEvent<unknown>) => {
      if (message.source === null || message.source !== frame.current?.contentWindow) return
      if (message.timeStamp - since > MESSAGES_MAX.ms) {
        since = message.timeStamp
        count = 0
      }
      count += 1
      if (count > MESSAGES_MAX.count) return flood()
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
      // Transforms cause no layout shift.
      style={{ height: shown, transform: `translateY(${(AD_HEIGHT_PX - shown) / 2}px)` }}
      className={`w-full ${height === null ? 'invisible' : ''}`}
    />
  )
}
