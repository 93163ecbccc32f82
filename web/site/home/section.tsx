import type { ReactNode } from 'react'

/** The heading is beside the text on wide screens. */
export function Section({
  title,
  intro,
  children,
}: {
  title: string
  intro?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="mt-20 grid gap-x-12 gap-y-6 border-border border-t pt-8 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <div>
        <h2>{title}</h2>
        {intro && <p className="mt-3 max-w-[40ch] text-muted">{intro}</p>}
      </div>
      {children}
    </section>
  )
}
