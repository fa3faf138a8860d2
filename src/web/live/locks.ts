/** Whether tabs can share a socket: browsers offer locks on https and on this machine only. */
export const canShare = 'locks' in navigator && 'BroadcastChannel' in globalThis

/**
 * Waits for a lock, calls `onHeld`, and holds it as long as the tab lives. Resolves when another tab has stolen it, and with
 * `ifAvailable` when another tab has it.
 */
export const holdForever = (name: string, options: LockOptions, onHeld: () => void): Promise<void> =>
  navigator.locks
    .request(name, options, (lock) => {
      if (!lock) return Promise.resolve()
      onHeld()
      return new Promise<never>(() => {})
    })
    .then(
      () => {},
      () => {},
    )
