import { useSyncExternalStore } from 'react'

/** Whether this browser shows notifications outside of the page, and why it can't. */
export type DeviceNotifications = 'on' | 'off' | 'refused' | 'unsupported'

const STORED = 'plaza.deviceNotifications'
const CHANGED = 'plaza-device-notifications'

function read(): DeviceNotifications {
  if (!isSecureContext || !('Notification' in window)) return 'unsupported'
  if (Notification.permission === 'denied') return 'refused'
  const stored = localStorage.getItem(STORED)
  if (stored === 'unsupported') return stored
  return Notification.permission === 'granted' && stored === 'on' ? 'on' : 'off'
}

function subscribe(listener: () => void): () => void {
  const events = [CHANGED, 'storage', 'focus']
  for (const event of events) window.addEventListener(event, listener)
  return () => {
    for (const event of events) window.removeEventListener(event, listener)
  }
}

export const useDeviceNotifications = (): DeviceNotifications => useSyncExternalStore(subscribe, read)

/**
 * Switches them on, for which the browser asks the person, or off. `sample` is shown at once, as browsers of phones let a
 * page ask and then show nothing.
 */
export async function setDeviceNotifications(isOn: boolean, sample: string): Promise<void> {
  localStorage.setItem(STORED, isOn ? await allow(sample) : 'off')
  window.dispatchEvent(new Event(CHANGED))
}

async function allow(sample: string): Promise<DeviceNotifications> {
  if ((await Notification.requestPermission()) !== 'granted') return 'off'
  return showOnDevice('plaza', sample) ? 'on' : 'unsupported'
}

/** Tabs that show a notification of one id replace each other's. Null where the browser wants a service worker for it. */
export function showOnDevice(id: string, text: string): Notification | null {
  try {
    return new Notification('Plaza', { body: text, tag: id, icon: '/icon-512.png' })
  } catch {
    return null
  }
}
