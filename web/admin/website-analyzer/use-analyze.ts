import { ANALYZER_PATH, type Analysis } from '#domain/analyses.ts'
import { callAdmin, useAdminMutation } from '#web/admin/client.ts'
import { REFRESHES } from './queries.ts'

/** Analyzes an address as typed, or an analyzed website again. */
export function useAnalyze(onSuccess?: (url: string) => void) {
  return useAdminMutation({
    run: async (target: string | Analysis) => {
      const isNew = typeof target === 'string'
      if (isNew) await callAdmin('POST', `${ANALYZER_PATH}/analyze`, { body: { url: target } })
      else await callAdmin('POST', `${ANALYZER_PATH}/analysis/:id/analyze`, { params: { id: target.id } })
      return isNew ? target : target.url
    },
    success: (url) => ({
      title: 'Analysis Started',
      description: `Website analysis started for ${url}. This may take a few minutes to complete.`,
    }),
    failure: 'Analysis Failed',
    refreshes: REFRESHES,
    onSuccess,
  })
}
