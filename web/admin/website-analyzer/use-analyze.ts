import { ANALYZER_PATH, type Analysis } from '#domain/analyses.ts'
import { callAdmin, useAdminMutation } from '#web/admin/client.ts'
import { REFRESHES } from './queries.ts'

const MUTATION = {
  success: (url: string) => ({
    title: 'Analysis Started',
    description: `Website analysis started for ${url}. This may take a few minutes to complete.`,
  }),
  failure: 'Analysis Failed',
  refreshes: REFRESHES,
}

/** Starts an analysis of an address as typed. */
export function useAnalyze(onSuccess: (url: string) => void) {
  return useAdminMutation({
    run: async (url: string) => {
      await callAdmin('POST', `${ANALYZER_PATH}/analyze`, { body: { url } })
      return url
    },
    onSuccess,
    ...MUTATION,
  })
}

export function useAnalyzeAgain() {
  return useAdminMutation({
    run: async ({ id, url }: Analysis) => {
      await callAdmin('POST', `${ANALYZER_PATH}/analysis/:id/analyze`, { params: { id } })
      return url
    },
    ...MUTATION,
  })
}
