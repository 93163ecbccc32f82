import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

const PARAMETER = 'edit'
const NEW = 'new'

/** `key` stays the same while a new post gets its number. */
type Open = { key: string; id: number | null }

/**
 * The editor has an address of its own, ?edit=NUMBER or ?edit=new beside the list's search and filters, so that Back
 * leads from it to the list and a reload to it.
 */
export function useEditorAddress() {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  /** What was opened as new has this number by now. */
  const [created, setCreated] = useState<number | null>(null)
  const lastEdited = useRef<number | null | undefined>(undefined)

  const asked = new URLSearchParams(search).get(PARAMETER)
  const open = readAsked(asked, created)
  const isFromList: boolean = state === PARAMETER

  const edit = (id: number | null) => {
    setCreated(null)
    lastEdited.current = id
    navigate({ search: withAsked(search, id === null ? NEW : String(id)) }, { state: PARAMETER })
  }
  /** Gives a new post its own address, in the place of that of all new posts. */
  const follow = (id: number) => {
    setCreated(id)
    lastEdited.current = id
    navigate({ search: withAsked(search, String(id)) }, { replace: true, state })
  }
  const close = () => {
    if (isFromList) navigate(-1)
    else navigate({ search: withAsked(search, null) }, { replace: true })
  }

  return { open, edit, follow, close, lastEdited: lastEdited.current }
}

function readAsked(asked: string | null, created: number | null): Open | null {
  if (asked === NEW) return { key: NEW, id: null }
  if (asked === null || !/^[1-9]\d{0,14}$/.test(asked)) return null
  const id = Number(asked)
  return id === created ? { key: NEW, id: null } : { key: asked, id }
}

function withAsked(search: string, asked: string | null): string {
  const parameters = new URLSearchParams(search)
  if (asked === null) parameters.delete(PARAMETER)
  else parameters.set(PARAMETER, asked)
  return parameters.toString()
}
