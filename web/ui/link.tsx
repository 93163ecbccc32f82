import type { ComponentProps, MouseEvent } from 'react'
import { useLocation, useNavigate } from '#web/lib/location.tsx'

type Props = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  to: string
  /** Whether it leads to a document of its own, which comes from the server. */
  reloadDocument?: boolean | undefined
}

/** A link to a page of this site, which is shown without loading a document. */
export function Link({ to, reloadDocument = false, onClick, ...rest }: Props) {
  const navigate = useNavigate()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (reloadDocument || event.defaultPrevented || opensElsewhere(event)) return
    const url = new URL(event.currentTarget.href)
    if (url.origin !== location.origin) return
    event.preventDefault()
    navigate(url)
  }
  return <a href={to} onClick={follow} {...rest} />
}

/** The same where links stand for pages: the one to the page in sight is marked. */
export function NavLink(props: Props) {
  const { pathname } = useLocation()
  return <Link aria-current={props.to === pathname ? 'page' : undefined} {...props} />
}

/** In another tab or window, or as a download. */
const opensElsewhere = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  button !== 0 || metaKey || altKey || ctrlKey || shiftKey
