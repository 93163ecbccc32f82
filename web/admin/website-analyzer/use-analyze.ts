import { ANALYZER_PATH } from '#domain/analyses.ts'
import { callAdmin, useAdminChange } from '#web/admin/client.ts'
import { REFRESHES } from './queries.ts'

/** Has a website analyzed, by its address as a person wrote it. */
export function useAnalyze(onStarted?: () => void) {
  return useAdminChange({
    run: async (url: string) => {
      await callAdmin('POST', `${ANALYZER_PATH}/analyze`, { url })
      return url
    },
    success: (url) => ({
      title: 'Analysis Started',
      description: `Website analysis started for ${url}. This may take a few minutes to complete.`,
    }),
    failure: 'Analysis Failed',
    refreshes: REFRESHES,
    ...(onStarted ? { onSuccess: onStarted } : {}),
  })
}
