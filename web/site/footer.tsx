import { Link } from 'react-router'
import { usePage } from '#web/lib/page.tsx'
import { Brand } from '#web/ui/brand.tsx'
import { useNavigation, useOwnLinks } from './navigation.ts'

const ABOUT_US = [
  { to: '/about', label: 'About' },
  { to: '/faq', label: 'FAQ' },
  { to: '/privacy', label: 'Privacy policy' },
  { to: '/accessibility', label: 'Accessibility' },
]

export function SiteFooter() {
  const { adminOrigin = '', brand } = usePage()
  const navigation = useNavigation()
  const own = useOwnLinks('footer')
  const isReplaced = (path: string) => brand?.pages?.some((page) => page.path === path)
  return (
    <footer className="mt-20 border-border border-t bg-surface">
      <div className="column grid grid-cols-1 gap-x-6 min-[17rem]:grid-cols-[repeat(auto-fit,minmax(min(max(8rem,40%),100%),1fr))] gap-y-8 py-12 lg:grid-cols-[1.6fr_1fr_1fr_1fr]">
        <div className="max-w-xs col-span-full lg:col-span-1">
          <p className="flex items-center gap-2 font-[650] tracking-tight">
            <Brand size={22} />
          </p>
          <p className="mt-3 text-muted text-sm">
            Free. No account needed. Passwords are generated and rated in your browser and never leave it.
          </p>
        </div>
        {navigation.map(({ label, links }) => (
          <nav key={label} aria-label={label}>
            <h2 className="font-semibold text-base tracking-normal">{label}</h2>
            <ul className="mt-2">
              {links.map(({ to, label, reloadDocument }) => (
                <li key={to}>
                  <Link
                    to={to}
                    reloadDocument={reloadDocument}
                    className="inline-flex min-h-10 items-center py-1 text-muted leading-snug hover:text-text hover:underline"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="border-border border-t">
        <div className="column flex flex-wrap gap-x-6 py-3 text-muted text-sm">
          {ABOUT_US.filter(({ to }) => !isReplaced(to)).map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              className="inline-flex min-h-10 items-center hover:text-text hover:underline"
            >
              {label}
            </Link>
          ))}
          {own.map(({ to, label, reloadDocument }) => (
            <Link
              key={to}
              to={to}
              reloadDocument={reloadDocument}
              className="inline-flex min-h-10 items-center hover:text-text hover:underline"
            >
              {label}
            </Link>
          ))}
          {/* The admin area is a separate document with its own code and policy. */}
          <a
            href={`${adminOrigin}/admin/login`}
            className="inline-flex min-h-10 items-center hover:text-text hover:underline"
          >
            Admin Portal Access
          </a>
          {brand?.footerLine && (
            <p className="flex min-h-10 min-w-0 items-center wrap-anywhere sm:ml-auto">{brand.footerLine}</p>
          )}
        </div>
      </div>
    </footer>
  )
}
