import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Prose } from '#web/ui/prose.tsx'
import { PageFrame, type PageFrameProps } from './page-frame.tsx'

export type ArticleSection = { id: string; title: string; body: ReactNode }

type Props = PageFrameProps & {
  /** A line below the lead, such as a date. */
  note?: ReactNode
  sections: ArticleSection[]
  /** For articles longer than two screens. */
  hasContents?: boolean
}

/** One column of text, with its table of contents beside it, or above it on small screens. */
export function Article({ note, sections, hasContents = false, ...frame }: Props) {
  return (
    <PageFrame {...frame}>
      {note && <p className="mt-3 max-w-article text-muted text-sm">{note}</p>}
      <Columns contents={hasContents ? sections : []}>
        <article className="space-y-12">
          {sections.map(({ id, title, body }) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id}>{title}</h2>
              <Prose>{body}</Prose>
            </section>
          ))}
        </article>
      </Columns>
    </PageFrame>
  )
}

type Entry = { id: string; title: string; level?: number }

type ColumnsProps = {
  contents: Entry[]
  /** Beside the text without a table of contents, and below it on small screens. */
  aside?: ReactNode
  children: ReactNode
}

export function Columns({ contents, aside, children }: ColumnsProps) {
  return (
    <div className="mt-8 gap-x-16 lg:mt-12 lg:grid lg:grid-cols-[minmax(0,var(--container-article))_minmax(0,15rem)] lg:justify-between">
      {contents.length > 0 && <Contents entries={contents} />}
      <div className="min-w-0 max-w-article lg:col-start-1 lg:row-start-1">{children}</div>
      {contents.length === 0 && aside && (
        <aside className="mt-12 max-w-article lg:sticky lg:top-24 lg:col-start-2 lg:row-start-1 lg:mt-0 lg:self-start">
          {aside}
        </aside>
      )}
    </div>
  )
}

function Contents({ entries }: { entries: Entry[] }) {
  const links = (
    <ul className="toc border-border border-l text-sm">
      {entries.map(({ id, title, level }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className={`-ml-px flex min-h-10 items-center border-transparent border-l py-1 wrap-anywhere ${level === 3 ? 'pl-8' : 'pl-4'} text-muted hover:border-accent hover:text-text`}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
  return (
    <nav
      aria-label="On this page"
      className="mb-10 max-w-article print:hidden lg:sticky lg:top-24 lg:col-start-2 lg:row-start-1 lg:mb-0 lg:max-h-[calc(100dvh-8rem)] lg:self-start lg:overflow-y-auto"
    >
      <details className="group rounded-card border border-border bg-surface lg:hidden">
        <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between px-4 font-medium [&::-webkit-details-marker]:hidden">
          On this page
          <ChevronDown
            aria-hidden
            size={18}
            className="text-muted transition-transform duration-150 group-open:rotate-180"
          />
        </summary>
        <div className="px-4 pb-3">{links}</div>
      </details>
      <div className="hidden lg:block">
        <p className="mb-2 font-medium text-sm">On this page</p>
        {links}
      </div>
    </nav>
  )
}

export type Fact = { term: string; text: ReactNode }

/** Terms with explanations; stacked on small screens. */
export function Facts({ items, isCode = false }: { items: Fact[]; isCode?: boolean }) {
  return (
    <dl className="divide-y divide-border rounded-card border border-border bg-surface">
      {items.map(({ term, text }) => (
        <div key={term} className="grid gap-x-6 gap-y-1 px-4 py-3.5 sm:grid-cols-[12.5rem_1fr]">
          <dt className="font-medium">{isCode ? <code>{term}</code> : term}</dt>
          <dd className="text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
