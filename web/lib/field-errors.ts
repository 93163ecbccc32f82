export type Refusal = { issues: readonly { path: readonly PropertyKey[]; message: string }[] }

export function fieldErrors({ issues }: Refusal): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) {
    const [field] = path
    if (typeof field === 'string') errors[field] ??= message
  }
  return errors
}
