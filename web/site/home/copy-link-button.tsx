import { Link } from 'lucide-react'
import { copyText } from '#web/lib/clipboard.ts'
import { useToast } from '#web/ui/toast.tsx'
import { FooterButton } from './footer-button.tsx'

/** `link` is the fragment for the settings shown. */
export function CopyLinkButton({ link }: { link: string }) {
  const showToast = useToast()

  async function copy(): Promise<void> {
    const { origin, pathname } = location
    if (await copyText(`${origin}${pathname}#${link}`)) {
      showToast({ title: 'Link copied!', description: 'It holds these settings, but no password.' })
      return
    }
    history.replaceState(history.state, '', `${pathname}#${link}`)
    showToast({
      title: 'Copy failed',
      description: 'The link is now in the address bar: please copy it there.',
      look: 'failure',
    })
  }

  return <FooterButton label="Copy link to these settings" icon={Link} onClick={copy} />
}
