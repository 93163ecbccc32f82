import type { ReactNode } from 'react'
import { usePage } from '#web/lib/page.tsx'
import { Brand } from '#web/ui/brand.tsx'

/** The card of the sign-in and setup pages. Aligned to the top: centered, it would move when its height changes. */
export function AuthCard({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  const { origin, siteName } = usePage()
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col px-5 pt-[max(3rem,12vh)] pb-12">
      <title>{`${title} | ${siteName}`}</title>
      <a href={`${origin}/`} className="mb-8 flex min-h-11 items-center gap-2.5 self-start rounded-control">
        <Brand className="text-lg" />
      </a>
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-2 mb-6 text-muted">{intro}</p>
      {children}
    </main>
  )
}
