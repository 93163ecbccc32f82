/** Only in workers: the main thread's heap is larger, and collecting would block requests. */
export function collectGarbage(): void {
  if (!Bun.isMainThread) Bun.gc(true)
}
