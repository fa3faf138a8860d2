/** Milliseconds. */
const SLEEP = 30_000

/** Calls `refresh` when a tab is looked at again that was hidden for longer than half a minute. */
export function refreshAfterSleep(refresh: () => void): void {
  let hiddenAt: number | null = null
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') {
      hiddenAt = Date.now()
      return
    }
    if (hiddenAt !== null && Date.now() - hiddenAt > SLEEP) refresh()
    hiddenAt = null
  })
}
