import type { SettingInForce } from '#domain/configuration.ts'
import { type Config, SETTINGS } from '#src/config.ts'

/** All settings. Secrets are only said to be set. */
export function describeSettings(config: Config): SettingInForce[] {
  const values = new Map<string, unknown>(Object.entries(config))
  return SETTINGS.map(({ name, env, flag, about, doc = 'settings', isSecret = false }) => {
    const value = values.get(name)
    const given = config.given.find((setting) => setting.name === name)
    const isSet = value !== undefined && String(value) !== ''
    return {
      env,
      flag: `--${flag}`,
      about,
      doc: `docs/${doc}.md`,
      source: given?.source ?? 'default',
      isSet,
      isSecret,
      value: isSet && !isSecret ? (given?.text ?? showDefault(value)) : null,
    }
  })
}

const showDefault = (value: unknown): string => (value === false ? 'off' : String(value))
