import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

type Props = { id: string; title: string; intro?: string; actions?: ReactNode; children: ReactNode }

/** `id` is its heading's; an address that ends with it opens the section. */
export function SettingsSection({ id, title, intro, actions, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to the section that is open already scrolls again
  useEffect(() => {
    if (hash !== `#${id}`) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView()
  }, [hash, key, id])
  return (
    <section aria-labelledby={id}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2
            ref={heading}
            id={id}
            tabIndex={-1}
            className="scroll-mt-20 text-xl outline-none xl:scroll-mt-36"
          >
            {title}
          </h2>
          {intro && <p className="mt-1 max-w-[68ch] text-muted">{intro}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  )
}

/** A card whose button stands beside its content. */
export function SettingsCard({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-4 rounded-card border border-border bg-surface p-4">
      <div className="min-w-0 flex-1 basis-72 space-y-2">{children}</div>
      {actions}
    </div>
  )
}
