import { ProviderCard } from '#web/admin/ai/provider-card.tsx'
import { KeywordsSection } from '#web/admin/keywords/keywords-section.tsx'
import { AdminLayout } from '#web/admin/layout.tsx'
import { NoticesSection } from '#web/admin/notices/notices-section.tsx'
import { PromptsSection } from '#web/admin/prompts/prompts-section.tsx'
import { SecondStepRuleSection } from './second-step-rule-section.tsx'

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
