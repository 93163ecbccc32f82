import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ANALYZER_PATH, type Analysis, type AnalysisRun, AnalyzeInput } from '#domain/analyses.ts'
import { callAdmin, queryClient, useAdminQuery } from '#web/admin/client.ts'

export const ANALYSES_PATH = `${ANALYZER_PATH}/analyses`
export const STATS_KEY = [ANALYZER_PATH, 'stats']

/** What a change of an analysis concerns. */
export const REFRESHES = [[ANALYSES_PATH], STATS_KEY]

/** Opened again, a dialog asks again: a daily update may have come in between. */
export const AS_OPENED = { gcTime: 0 }

/** The last times that a website was read or could not be, newest first. */
export const useRuns = (id: number) =>
  useAdminQuery<AnalysisRun[]>([ANALYZER_PATH, 'analysis', String(id), 'runs'], AS_OPENED)

/** Of an address that was typed, in any spelling, the analysis that is pending or else the newest; undefined without one. */
export function useListed(address: string): Analysis | undefined {
  const url = hasCredentials(address) ? undefined : AnalyzeInput.safeParse({ url: address }).data?.url
  const { data } = useQuery({
    queryKey: [ANALYSES_PATH, 'of', url],
    queryFn:
      url === undefined
        ? skipToken
        : ({ signal }) =>
            callAdmin<Analysis[]>(
              'GET',
              `${ANALYSES_PATH}?${new URLSearchParams({ url, limit: '50' })}`,
              undefined,
              signal,
            ),
    gcTime: 0,
  })
  return data?.find(({ status }) => status === 'pending') ?? data?.[0]
}

/** Which would be refused, and have no place in an address of ours. */
function hasCredentials(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && (url.username !== '' || url.password !== '')
}

const POLL_MS = 10_000

/**
 * While a website is being analyzed, fetches list and figures anew every ten seconds, but not for a hidden tab. The
 * figures once more when the list says that none is: theirs may be of a moment before.
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
