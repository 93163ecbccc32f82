import { withParameters } from '#web/admin/with-parameters.ts'

const PARAMETER = 'edit'
export const NEW = 'new'

/** The `edit` URL parameter: NEW, a post's id, or null for the list. */
export function readEditParameter(search: string): typeof NEW | number | null {
  const value = new URLSearchParams(search).get(PARAMETER)
  if (value === NEW) return NEW
  return value !== null && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null
}

export const withEditParameter = (search: string, value: string | null): string =>
  withParameters(search, { [PARAMETER]: value }).toString()

/** The editor hides the admin frame. */
export const isEditorAddress = (pathname: string, search: string): boolean =>
  pathname === '/admin/blog' && readEditParameter(search) !== null
