import type { ReactNode } from 'react'
import { Metadata } from '#web/lib/metadata.tsx'
import { usePage } from '#web/lib/page.tsx'
import { Breadcrumbs, breadcrumbList, type Crumb } from './breadcrumbs.tsx'

export type PageFrameProps = {
  path: string
  /** The page's name in its title and in the breadcrumbs. */
  name: string
  /** What search results show below the title. */
  description: string
  heading: string
  /** The pages between home and this one. */
  above?: Crumb[]
  lead?: ReactNode
  /** Whether search engines are to leave it out. */
  isUnlisted?: boolean | undefined
  structuredData?: object[]
}

/** What every content page begins with: metadata, breadcrumbs, heading and a lead. */
export function PageFrame({
  path,
  name,
  description,
  heading,
  lead,
  above = [],
  isUnlisted = false,
  structuredData = [],
  children,
}: PageFrameProps & { children: ReactNode }) {
  const { origin } = usePage()
  const trail = [...above, { name, path }]
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
