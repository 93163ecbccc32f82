/** Calls of React's inline scripts, and the attributes that replace them without inline scripts. */
const MOVES =
  /\$R([CRS])\("([^"<>]*)","([^"<>]*)"|data-bid="([^"<>]*)" data-sid="([^"<>]*)"|data-sid="([^"<>]*)" data-pid="([^"<>]*)"/g
const PARTS_MAX = 1000

/**
 * `templates`: by id of a part that React sends hidden at the end of the page, the id of the template that marks its place.
 * `boundaries`: the templates that a loading message follows, which the part replaces.
 */
export type StreamedParts = { templates: Map<string, string>; boundaries: Set<string> }

export function streamedParts(html: string): StreamedParts {
  const parts: StreamedParts = { templates: new Map(), boundaries: new Set() }
  for (const [
    ,
    call,
    first = '',
    second = '',
    boundary,
    part = '',
    segment = '',
    place = '',
  ] of html.matchAll(MOVES)) {
    if (parts.templates.size >= PARTS_MAX) break
    if (call === 'S') parts.templates.set(first, second)
    else if (call !== undefined) addBoundary(parts, second, first)
    else if (boundary !== undefined) addBoundary(parts, part, boundary)
    else parts.templates.set(segment, place)
  }
  return parts
}

function addBoundary({ templates, boundaries }: StreamedParts, part: string, template: string): void {
  templates.set(part, template)
  boundaries.add(template)
}
