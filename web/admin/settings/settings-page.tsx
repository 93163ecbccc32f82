import { AdminLayout } from '#web/admin/layout.tsx'
import { PromptsSection } from './prompts-section.tsx'
import { ProviderCard } from './provider-card.tsx'

export function SettingsPage() {
  return (
    <AdminLayout title="Settings">
      <div className="space-y-10">
        <PromptsSection />
        <ProviderCard />
      </div>
    </AdminLayout>
  )
}
