import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'

export type Crumb = { name: string; path: string }

const HOME: Crumb = { name: 'Home', path: '/' }

/** `trail` starts after home and ends with this page. */
export function Breadcrumbs({ trail }: { trail: Crumb[] }) {
  const crumbs = [HOME, ...trail]
  return (
    <nav aria-label="Breadcrumb" className="text-muted text-sm">
      <ol className="flex flex-wrap items-center gap-x-1.5">
        {crumbs.map(({ name, path }, index) => {
          const isHere = index === crumbs.length - 1
          return (
            <li key={path} className="flex min-h-10 min-w-0 items-center gap-x-1.5">
              {index > 0 && <ChevronRight aria-hidden size={14} className="shrink-0" />}
              {isHere ? (
                <span aria-current="page">{name}</span>
              ) : (
                <Link to={path} className="inline-flex min-h-10 items-center hover:text-text hover:underline">
                  {name}
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** schema.org BreadcrumbList. */
export function breadcrumbList(origin: string, trail: Crumb[]): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [HOME, ...trail].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${origin}${path}`,
    })),
  }
}
