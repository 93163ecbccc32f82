import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { messageOf, NO_ANSWER } from './client.ts'
import { download } from './download.ts'

export function DownloadButton({ path, children }: { path: string; children: string }) {
  const fetchFile = useDownload(path)
  return (
    <Button onClick={() => fetchFile.mutate()} disabled={fetchFile.isPending}>
      <Download aria-hidden size={18} />
      {children}
    </Button>
  )
}

/** Downloads a file when told to; a failure is told by a toast. */
export function useDownload(path: string) {
  const showToast = useToast()
  return useMutation({
    mutationFn: () => download(path),
    onError: (error) => {
      if (error.name === 'AbortError') return
      showToast({
        title: 'Download failed',
        description: messageOf(error, NO_ANSWER),
        look: 'failure',
      })
    },
  })
}
