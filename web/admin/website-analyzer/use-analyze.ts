import { ANALYZER_PATH, type Analysis } from '#domain/analyses.ts'
import { callAdmin, useAdminChange } from '#web/admin/client.ts'
import { REFRESHES } from './queries.ts'

const told = {
  success: (url: string) => ({
    title: 'Analysis Started',
    description: `Website analysis started for ${url}. This may take a few minutes to complete.`,
  }),
  failure: 'Analysis Failed',
  refreshes: REFRESHES,
}

/** Has a website analyzed, by its address as a person wrote it. */
export function useAnalyze(onSuccess: (url: string) => void) {
  return useAdminChange({
    run: async (url: string) => {
      await callAdmin('POST', `${ANALYZER_PATH}/analyze`, { url })
      return url
    },
    onSuccess,
    ...told,
  })
}

/** Has one analyzed again that is in the list. */
export function useAnalyzeAgain() {
  return useAdminChange({
    run: async ({ id, url }: Analysis) => {
      await callAdmin('POST', `${ANALYZER_PATH}/analysis/${id}/analyze`)
      return url
    },
    ...told,
  })
}
