import type { ReactNode } from 'react'

type Props = { id: string; title: string; intro?: string; actions?: ReactNode; children: ReactNode }

/** `id` is its heading's, for links from the palette. */
export function SettingsSection({ id, title, intro, actions, children }: Props) {
  return (
    <section aria-labelledby={id}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id={id} className="text-xl">
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
