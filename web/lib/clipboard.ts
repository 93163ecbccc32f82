/** Returns whether it succeeded. Call it in a click or key handler. */
export async function copyText(text: string): Promise<boolean> {
  return (await copyThroughClipboard(text)) || copyThroughTextArea(text)
}

async function copyThroughClipboard(text: string): Promise<boolean> {
  if (!('clipboard' in navigator)) return false
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

function copyThroughTextArea(text: string): boolean {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.ariaHidden = 'true'
  area.tabIndex = -1
  area.style.cssText = 'position:fixed;top:0;left:0;opacity:0;font-size:16px'
  // An open dialog moves focus back inside, which clears an outside selection.
  const home = focused?.closest('[role="dialog"]') ?? document.body
  home.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } finally {
    area.remove()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}
