import { useSyncExternalStore } from 'react'

const RELOADED_FOR = 'plaza.reloadedFor'

/**
 * Reloads the page once when a chunk of it is missing, as after an upgrade of the server. A second time for the same chunk,
 * and without a network, it is an error like any other.
 */
export function reloadOnceForMissingChunks(): void {
  addEventListener('vite:preloadError', (event) => {
    const { message } = event.payload
    if (!navigator.onLine) return
    if (sessionStorage.getItem(RELOADED_FOR) === message) return
    sessionStorage.setItem(RELOADED_FOR, message)
    event.preventDefault()
    location.reload()
  })
}

/** The version whose page this is; Vite serves pages without one. */
const { version: written = '%' } = document.documentElement.dataset
let loaded: string | null = written.startsWith('%') ? null : written
let isOutdated = false
const listeners = new Set<() => void>()

/** Takes the version that the server has sent with an answer. */
export function noteVersion(version: string | null): void {
  loaded ??= version
  if (version === null || version === loaded || isOutdated) return
  isOutdated = true
  for (const listener of listeners) listener()
}

/** Whether the server was upgraded since the page was loaded. */
export const isPageOutdated = () => isOutdated

export const usePageOutdated = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, isPageOutdated)
