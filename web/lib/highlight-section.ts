const CURRENT = 'data-current'

export function highlightSection(): void {
  const links = new Map<string, Element[]>()
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.toc a')) {
    const id = link.hash.slice(1)
    links.set(id, [...(links.get(id) ?? []), link])
  }
  if (links.size === 0) return
  const mark = (id: string) => {
    for (const [part, of] of links) for (const link of of) link.toggleAttribute(CURRENT, part === id)
  }
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
