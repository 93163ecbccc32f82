type Labels = Record<string, string | number>

/** `suffix` is for the parts of a histogram, such as `_sum`. */
export type Sample = { labels?: Labels; value: number; suffix?: string }

export type Family = {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  samples: Sample[]
}

export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
export const printFamilies = (families: Family[]): string => families.map(printFamily).join('\n')

function printFamily({ name, type, help, samples }: Family): string {
  const lines = samples.map(
    ({ labels, value, suffix = '' }) => `${name}${suffix}${printLabels(labels)} ${value}\n`,
  )
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function printLabels(labels: Labels = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(String(value))}`)
  return pairs.length > 0 ? `{${pairs}}` : ''
}
