import { useSyncExternalStore } from 'react'

type State = 'connecting' | 'open' | 'lost'

/** The socket alone, which does not notice for a while that the network is gone. */
let state: State = 'connecting'
const listeners = new Set<() => void>()

const announce = () => {
  for (const listener of listeners) listener()
}
addEventListener('online', announce)
addEventListener('offline', announce)

export const connectionState = {
  isOpen: () => state === 'open',
  set(next: State) {
    state = next
    announce()
  },
}

/** Whether live changes arrive. */
export const useConnectionState = (): State =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => (navigator.onLine ? state : 'lost'),
  )
