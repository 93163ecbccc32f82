const CURRENT = 'data-current'

/** Marks, in the list of a page's parts, the one that is being read. */
export function markPart(): void {
  const links = new Map<string, Element[]>()
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.toc a')) {
    const id = link.hash.slice(1)
    links.set(id, [...(links.get(id) ?? []), link])
  }
  if (links.size === 0) return
  const mark = (id: string) => {
    for (const [part, of] of links) for (const link of of) link.toggleAttribute(CURRENT, part === id)
  }
  // A heading counts as read from the moment it stands in the upper third of the window.
  const observer = new IntersectionObserver(
    (entries) => {
      const read = entries.find(({ isIntersecting }) => isIntersecting)
      if (read) mark(read.target.id)
    },
    { rootMargin: '-64px 0px -66%' },
  )
  for (const id of links.keys()) {
    const heading = document.getElementById(id)
    if (heading) observer.observe(heading)
  }
}
