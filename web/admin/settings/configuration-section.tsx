import { CONFIGURATION_PATH, type SettingInForce } from '#domain/configuration.ts'
import { useAdminQuery } from '#web/admin/client.ts'
import { Loaded } from '#web/admin/loaded.tsx'
import { readDenialReason } from '#web/admin/permissions.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SettingsCard, SettingsSection } from './settings-section.tsx'

const byDefaultLast = (a: SettingInForce, b: SettingInForce) =>
  Number(a.source === 'default') - Number(b.source === 'default')

export function ConfigurationSection() {
  const reason = readDenialReason('configuration.manage')
  const query = useAdminQuery(CONFIGURATION_PATH, { enabled: reason === null })
  return (
    <SettingsSection
      id="configuration-title"
      title="Configuration"
      intro="What the server was started with. To change a setting, start the server with its flag or environment variable."
    >
      {reason !== null && <SettingsCard>{reason}</SettingsCard>}
      {reason === null && (
        <Loaded query={query} failure="The configuration could not be loaded">
          {(settings) => (
            <dl className="@container rounded-card border border-border bg-surface text-sm">
              {settings.toSorted(byDefaultLast).map((setting) => (
                <Row key={setting.env} setting={setting} />
              ))}
            </dl>
          )}
        </Loaded>
      )}
    </SettingsSection>
  )
}

function Row({ setting }: { setting: SettingInForce }) {
  const { env, about, source, doc } = setting
  return (
    <div className="grid gap-x-4 gap-y-1 border-border px-4 py-2.5 not-last:border-b @2xl:grid-cols-[15rem_minmax(0,1fr)_10rem]">
      <dt className="break-all font-medium font-mono">{env}</dt>
      <dd className="min-w-0 @2xl:col-start-2">
        <ShownValue setting={setting} />
        <p className="text-muted">{about}</p>
      </dd>
      <dd className="flex flex-wrap items-center gap-x-3 gap-y-1 @2xl:col-start-3 @2xl:row-start-1 @2xl:flex-col @2xl:items-start">
        <Badge look={source === 'default' ? 'plain' : 'info'}>{SOURCES[source](setting)}</Badge>
        <span className="text-muted">{doc}</span>
      </dd>
    </div>
  )
}

const SOURCES = {
  flag: ({ flag }: SettingInForce) => flag,
  environment: () => 'Environment',
  file: () => 'From a file',
  default: () => 'Default',
}

function ShownValue({ setting: { isSet, value } }: { setting: SettingInForce }) {
  if (value === null) return <p className="text-muted">{isSet ? 'Set, not shown' : 'Not set'}</p>
  return <p className="wrap-anywhere font-mono">{value}</p>
}
