import { AdminLayout } from '#web/admin/layout.tsx'
import { KeywordsSection } from './keywords-section.tsx'
import { PromptsSection } from './prompts-section.tsx'
import { ProviderCard } from './provider-card.tsx'

export function SettingsPage() {
  return (
    <AdminLayout title="Settings">
      <div className="space-y-10">
        <KeywordsSection />
        <PromptsSection />
        <ProviderCard />
      </div>
    </AdminLayout>
  )
}
