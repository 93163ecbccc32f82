/** For screen readers. */
export const COPIED_STATUS = 'Copied'

/** Set only while it shows, because browsers without style sheets would always show it. */
export const COPIED_TEXT = 'Copied!'

export const COPIED_ATTRIBUTE = 'data-copied'
