import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ANALYZER_PATH, type Analysis, AnalyzeInput } from '#domain/analyses.ts'
import { type AdminKey, callAdmin, queryClient, useAdminQuery } from '#web/admin/client.ts'

export const ANALYSES_PATH = `${ANALYZER_PATH}/analyses`
const STATS_KEY: AdminKey = [`${ANALYZER_PATH}/stats`]

export const REFRESHES: AdminKey[] = [[ANALYSES_PATH], STATS_KEY]

/** Fetches again each time, because a daily update may have happened since. */
export const REFETCH_ON_OPEN = { gcTime: 0 }

/** Newest first; includes failed runs. */
export const useRuns = (id: number) =>
  useAdminQuery(`${ANALYZER_PATH}/analysis/:id/runs`, { params: { id }, ...REFETCH_ON_OPEN })

/** The pending or newest analysis of a typed address, in any spelling. */
export function useExistingAnalysis(address: string): Analysis | undefined {
  const url = hasCredentials(address) ? undefined : AnalyzeInput.safeParse({ url: address }).data?.url
  const { data } = useQuery({
    queryKey: [ANALYSES_PATH, 'of', url],
    queryFn:
      url === undefined
        ? skipToken
        : ({ signal }) => callAdmin('GET', ANALYSES_PATH, { query: { url, limit: 50 }, signal }),
    gcTime: 0,
  })
  return data?.find(({ status }) => status === 'pending') ?? data?.[0]
}

/** The server refuses credentials, and they don't belong in our URL. */
function hasCredentials(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && (url.username !== '' || url.password !== '')
}

const POLL_MS = 10_000

/**
 * Refetches list and figures every ten seconds while an analysis runs and the tab is visible, and the figures once
 * more at the end, because they may be older than the list.
 */
export function usePolling(isAnalyzing: boolean): void {
  useEffect(() => {
    if (!isAnalyzing) return
    const timer = setInterval(refresh, POLL_MS)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
      void queryClient.invalidateQueries({ queryKey: STATS_KEY })
    }
  }, [isAnalyzing])
}

function refresh(): void {
  if (document.hidden) return
  for (const queryKey of REFRESHES) void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false })
}
