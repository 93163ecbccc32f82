import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { messageOf, NO_RESPONSE } from './client.ts'
import { download } from './download.ts'

export function DownloadButton({ path, children }: { path: string; children: string }) {
  const fetchFile = useDownload()
  return (
    <Button onClick={() => fetchFile.mutate(path)} disabled={fetchFile.isPending}>
      <Download aria-hidden size={18} />
      {children}
    </Button>
  )
}

/** Shows a toast on failure. */
export function useDownload() {
  const showToast = useToast()
  return useMutation({
    mutationFn: (path: string) => download(path),
    onError: (error) => {
      if (error.name === 'AbortError') return
      showToast({
        title: 'Download failed',
        description: messageOf(error, NO_RESPONSE),
        look: 'failure',
      })
    },
  })
}
