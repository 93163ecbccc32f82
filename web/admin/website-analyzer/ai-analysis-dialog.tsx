import { useMutation } from '@tanstack/react-query'
import { LoaderCircle } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { type AiAnalysis, type AiAnalysisInput, ANALYZER_PATH, type Analysis } from '#domain/analyses.ts'
import { AI_FAILURE_MS, callAdmin, messageOf, NO_RESPONSE } from '#web/admin/client.ts'
import { GeneratedText } from '#web/admin/generated-text.tsx'
import { useCopy } from '#web/admin/use-copy.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton, CopyStatus } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureNotice } from '#web/ui/notice.tsx'
import { useToast } from '#web/ui/toast.tsx'

const FAILED = 'AI Analysis Failed'
const OUT_OF_QUOTA = 'The AI provider’s quota is exceeded. Add credits to your account with the provider.'
const COPIED_MS = 2_000

const isOutOfQuota = (message: string) => /quota/i.test(message)

type Props = { analysis: Analysis; onClose: () => void }

/** Generates the analysis while open; closing cancels it. */
export function AiAnalysisDialog({ analysis, onClose }: Props) {
  const [attempt, setAttempt] = useState(1)
  return (
    <Attempt key={attempt} analysis={analysis} onClose={onClose} onRetry={() => setAttempt(attempt + 1)} />
  )
}

function Attempt({ analysis: { id, url }, onClose, onRetry }: Props & { onRetry: () => void }) {
  const { data, error, isError } = useAiAnalysis(id)
  return (
    <Dialog
      isSticky
      onClose={onClose}
      title="AI Analysis"
      description={<bdi>{url}</bdi>}
      size="wide"
      actions={
        <>
          {isError && <Button onClick={onRetry}>Try Again</Button>}
          <Button onClick={onClose}>{data || isError ? 'Close' : 'Cancel'}</Button>
          {data && <CopyAnalysis text={data.analysis} />}
        </>
      }
    >
      {isError && <Failure message={messageOf(error, NO_RESPONSE)} />}
      {data && <Result aiAnalysis={data} />}
      {!isError && !data && <Waiting />}
    </Dialog>
  )
}

/** Starts on mount, and aborts on unmount. */
function useAiAnalysis(analysisId: number) {
  const showToast = useToast()
  const aiAnalysis = useMutation({
    mutationFn: (signal: AbortSignal) => {
      const input: AiAnalysisInput = { analysisId }
      return callAdmin('POST', `${ANALYZER_PATH}/ai-analysis`, { body: input, signal })
    },
    onError: (error) => {
      // Canceled by the user: no toast.
      if (error.name === 'AbortError') return
      const message = messageOf(error, NO_RESPONSE)
      showToast({
        title: FAILED,
        description: isOutOfQuota(message) ? OUT_OF_QUOTA : message,
        duration: AI_FAILURE_MS,
        look: 'failure',
      })
    },
  })
  const { mutate } = aiAnalysis
  useEffect(() => {
    const running = new AbortController()
    mutate(running.signal)
    return () => running.abort()
  }, [mutate])
  return aiAnalysis
}

function Waiting() {
  return (
    <div
      role="status"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      className="flex flex-col items-center justify-center gap-4 py-10 text-center"
    >
      <LoaderCircle aria-hidden size={28} className="animate-spin text-accent" />
      <p className="font-medium">Analyzing keywords and generating recommendations...</p>
      <p className="text-muted text-sm">This can take a few minutes. Closing cancels the analysis.</p>
    </div>
  )
}

function Failure({ message }: { message: string }) {
  return (
    <FailureNotice>
      <p className="font-semibold">{FAILED}</p>
      <p className="mt-1">{message}</p>
      {isOutOfQuota(message) && (
        <p className="mt-1 text-text">Add credits to your account with the AI provider, then try again.</p>
      )}
    </FailureNotice>
  )
}

function Result({ aiAnalysis: { analysis, competitor, keywordsAnalyzed } }: { aiAnalysis: AiAnalysis }) {
  return (
    <>
      <dl className="mb-4 flex flex-wrap gap-x-8 gap-y-2 border-border border-b pb-4 text-sm">
        <Fact label="Competitor">{competitor}</Fact>
        <Fact label="Keywords analyzed">{keywordsAnalyzed.toLocaleString()}</Fact>
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section aria-label="Recommendations" tabIndex={0} className="max-w-[72ch]">
        <GeneratedText text={analysis} />
      </section>
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{label}</dt>
      <dd className="wrap-anywhere font-semibold text-base">{children}</dd>
    </div>
  )
}

function CopyAnalysis({ text }: { text: string }) {
  const copy = useCopy(
    {
      title: 'Copied to clipboard',
      description: 'The AI analysis has been copied to your clipboard.',
    },
    'Please copy the text manually.',
  )
  const [copiedAt, setCopiedAt] = useState<number | null>(null)
  useEffect(() => {
    if (copiedAt === null) return
    const timer = setTimeout(() => setCopiedAt(null), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copiedAt])
  const onClick = async () => {
    if (await copy(text)) setCopiedAt(Date.now())
  }
  return (
    <>
      <CopyStatus isCopied={copiedAt !== null} />
      <CopyButton look="primary" label="Copy Analysis" isCopied={copiedAt !== null} onClick={onClick} />
    </>
  )
}
