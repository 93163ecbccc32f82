export const LEDGER_ID = 'sent'

/** Opens the list of requests that this page has made, and moves the focus there. */
export function openLedger(): void {
  const ledger = document.getElementById(LEDGER_ID)
  if (!(ledger instanceof HTMLDetailsElement)) return
  ledger.open = true
  ledger.querySelector('summary')?.focus({ preventScroll: true })
  ledger.scrollIntoView({ block: 'center' })
}
