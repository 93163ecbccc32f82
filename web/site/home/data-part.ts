/** Elements that the home page's first script uses, by name. */
const PART = 'data-part'

type PartName =
  | 'card'
  | 'placeholder'
  | 'password'
  | 'poster'
  | 'refresh'
  | 'meter'
  | 'words'
  | 'label'
  | 'bits'
  | 'copy'
  | 'copy-status'
  | 'another'
  | 'several'
  | 'refusal'
  | 'changed'
  | 'sent'
  | 'promise'
  | 'question'
  | 'helpful'
  | 'unhelpful'
  | 'thanks'

export const part = (name: PartName) => ({ [PART]: name })

/** Throws if the element is missing. */
export function findPart<E extends HTMLElement>(name: PartName, kind: new () => E): E {
  const element = document.querySelector(`[${PART}=${name}]`)
  if (element instanceof kind) return element
  throw new Error(`The page has no ${name}`)
}
