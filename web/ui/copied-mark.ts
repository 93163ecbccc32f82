/** What a screen reader is told. */
export const COPIED_STATUS = 'Copied'

/** Marks a copy button that says 'Copied!'. */
export const COPIED = 'data-copied'
