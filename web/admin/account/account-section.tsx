import { type ReactNode, useId } from 'react'

type Props = { title: string; intro: ReactNode; actions?: ReactNode; children?: ReactNode }

export function AccountSection({ title, intro, actions, children }: Props) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="border-border border-t py-6 first:border-t-0 first:pt-0">
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3 last:mb-0">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id={headingId} className="text-lg">
            {title}
          </h2>
          <p className="mt-1 max-w-[68ch] text-muted text-sm">{intro}</p>
        </div>
        {actions}
      </div>
      {children}
    </section>
  )
}
