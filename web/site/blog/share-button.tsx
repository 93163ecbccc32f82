import { Share2 } from 'lucide-react'
import type { ShownPost } from '#domain/posts.ts'
import { copyText } from '#web/lib/clipboard.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'

/** Uses the device's share sheet, or copies the link. */
export function ShareButton({ post: { title, excerpt, metaDescription } }: { post: ShownPost }) {
  const showToast = useToast()

  async function share(): Promise<void> {
    const url = location.href
    if (await shareThroughSheet({ title, text: excerpt || metaDescription, url })) return
    showToast(
      (await copyText(url))
        ? {
            title: 'Link copied!',
            description: 'The blog post link has been copied to your clipboard.',
          }
        : {
            title: 'Copy failed',
            description: 'Please copy the link from the address bar.',
            look: 'failure',
          },
    )
  }

  return (
    <Button onClick={() => void share()} className="noscript:hidden print:hidden">
      <Share2 aria-hidden size={18} />
      Share
    </Button>
  )
}

/** True if the share sheet opened, even if it was dismissed. */
async function shareThroughSheet(data: ShareData): Promise<boolean> {
  if (!('share' in navigator)) return false
  try {
    await navigator.share(data)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
