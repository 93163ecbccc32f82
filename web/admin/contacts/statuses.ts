import { type ContactStatus, SETTABLE_STATUSES } from '#domain/contacts.ts'
import type { BadgeLook } from '#web/ui/badge.tsx'

export const CONTACT_STATUS_LABELS: Record<ContactStatus, string> = {
  new: 'New',
  read: 'Read',
  replied: 'Replied',
  archived: 'Archived',
  held_back: 'Held back',
}

const LOOKS: Record<ContactStatus, BadgeLook> = {
  new: 'weak',
  read: 'info',
  replied: 'good',
  archived: 'plain',
  held_back: 'fair',
}

const isKnown = (status: string): status is ContactStatus => Object.hasOwn(CONTACT_STATUS_LABELS, status)

/** A newer server may have more statuses: shows them as they are, in gray. */
export const showStatus = (status: string): { label: string; look: BadgeLook } =>
  isKnown(status)
    ? { label: CONTACT_STATUS_LABELS[status], look: LOOKS[status] }
    : { label: status, look: 'plain' }

export const otherStatuses = (status: string) => SETTABLE_STATUSES.filter((settable) => settable !== status)
