import { Link } from 'react-router'
import { ProviderCard } from '#web/admin/ai/provider-card.tsx'
import { KeywordsSection } from '#web/admin/keywords/keywords-section.tsx'
import { AdminLayout } from '#web/admin/layout.tsx'
import { SETTINGS_SECTIONS } from '#web/admin/navigation.ts'
import { NoticesSection } from '#web/admin/notices/notices-section.tsx'
import { PromptsSection } from '#web/admin/prompts/prompts-section.tsx'
import { ConfigurationSection } from './configuration-section.tsx'
import { SecondStepRuleSection } from './second-step-rule-section.tsx'

export function SettingsPage() {
  return (
    <AdminLayout title="Settings">
      <nav aria-label="Sections" className="mb-8 flex flex-wrap gap-2 bg-bg py-2 xl:sticky xl:top-16 xl:z-10">
        {SETTINGS_SECTIONS.map(({ id, label }) => (
          <Link
            key={id}
            to={`#${id}`}
            className="inline-flex min-h-9 items-center rounded-full border border-border bg-surface px-3.5 text-sm hover:border-accent max-sm:min-h-11"
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className="space-y-10">
        <KeywordsSection />
        <PromptsSection />
        <ProviderCard />
        <NoticesSection />
        <SecondStepRuleSection />
        <ConfigurationSection />
      </div>
    </AdminLayout>
  )
}
