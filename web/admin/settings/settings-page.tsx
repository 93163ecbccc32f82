import { AdminLayout } from '#web/admin/layout.tsx'
import { NoticesSection } from '#web/admin/notices/notices-section.tsx'
import { KeywordsSection } from './keywords-section.tsx'
import { PromptsSection } from './prompts-section.tsx'
import { ProviderCard } from './provider-card.tsx'
import { SecondStepRuleSection } from './second-step-section.tsx'

export function SettingsPage() {
  return (
    <AdminLayout title="Settings">
      <div className="space-y-10">
        <KeywordsSection />
        <PromptsSection />
        <ProviderCard />
        <NoticesSection />
        <SecondStepRuleSection />
      </div>
    </AdminLayout>
  )
}
