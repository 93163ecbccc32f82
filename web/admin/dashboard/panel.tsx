import type { ReactNode } from 'react'
import { Link } from 'react-router'

type Props = {
  title: string
  all: { to: string; label: string } | null
  className?: string
  children: ReactNode
}

export function Panel({ title, all, className = '', children }: Props) {
  return (
    <section
      aria-label={title}
      className={`flex min-w-0 flex-col rounded-card border border-border bg-surface ${className}`}
    >
      <div className="flex min-h-12 items-center justify-between gap-3 border-border border-b px-4">
        <h2 className="truncate font-semibold text-base">{title}</h2>
        {all && (
          <Link
            to={all.to}
            className="inline-flex min-h-10 items-center whitespace-nowrap text-accent text-sm hover:underline"
          >
            {all.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}

type RowProps = { to: string; children: ReactNode }

export function PanelRow({ to, children }: RowProps) {
  return (
    <li className="border-border not-last:border-b">
      <Link
        to={to}
        className="flex min-h-11 items-center gap-3 px-4 text-sm hover:bg-accent-soft focus-visible:-outline-offset-2"
      >
        {children}
      </Link>
    </li>
  )
}

export function PanelNote({ children }: { children: ReactNode }) {
  return <p className="p-4 text-muted text-sm">{children}</p>
}
