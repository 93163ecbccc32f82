/** For screen readers. */
export const COPIED_STATUS = 'Copied'

export const COPIED_ATTRIBUTE = 'data-copied'
