import type { ReactNode } from 'react'
import { Metadata } from '#web/lib/metadata.tsx'
import { usePage } from '#web/lib/page.tsx'
import { Breadcrumbs, breadcrumbList, type Crumb } from './breadcrumbs.tsx'

export type PageFrameProps = {
  path: string
  /** Used in title and breadcrumbs. */
  name: string
  /** The meta description. */
  description: string
  heading: string
  /** Breadcrumbs between home and this page. */
  parents?: Crumb[]
  lead?: ReactNode
  /** Adds noindex. */
  isUnlisted?: boolean | undefined
  structuredData?: object[]
}

/** The start of every content page: metadata, breadcrumbs, heading and lead. */
export function PageFrame({
  path,
  name,
  description,
  heading,
  lead,
  parents = [],
  isUnlisted = false,
  structuredData = [],
  children,
}: PageFrameProps & { children: ReactNode }) {
  const { origin } = usePage()
  const trail = [...parents, { name, path }]
  return (
    <div className="column pt-4 pb-8 lg:pt-8">
      <Metadata
        title={name}
        description={description}
        path={isUnlisted ? undefined : path}
        structuredData={[breadcrumbList(origin, trail), ...structuredData]}
      />
      <Breadcrumbs trail={trail} />
      <header className="mt-4 max-w-article lg:mt-6">
        <h1 className="wrap-anywhere">{heading}</h1>
        {lead && <p className="mt-4 text-lg text-muted">{lead}</p>}
      </header>
      {children}
    </div>
  )
}
