/** Many programs put date and slug in the name of the file or folder. `day` is '' without one. */
export function parseFileName(path: string): { slug: string; day: string } {
  const names = path.replace(/\.\w+$/, '').split('/')
  const name = names.at(-1) === 'index' ? (names.at(-2) ?? '') : (names.at(-1) ?? '')
  const [dated, day = ''] = /^(\d{4}-\d{2}-\d{2})[-_]/.exec(name) ?? []
  // Hugo names translations third.de.md.
  return { slug: name.slice(dated?.length ?? 0).replaceAll('.', '-'), day }
}
