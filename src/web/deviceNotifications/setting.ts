import { useSyncExternalStore } from 'react'

/** Whether this browser shows notifications outside of the page, and why it can't. */
export type DeviceNotifications = 'on' | 'off' | 'refused' | 'unsupported'

const STORED = 'plaza.deviceNotifications'
const CHANGED = 'plaza-device-notifications'

function read(): DeviceNotifications {
  if (!('Notification' in window)) return 'unsupported'
  if (Notification.permission === 'denied') return 'refused'
  return Notification.permission === 'granted' && localStorage.getItem(STORED) === 'on' ? 'on' : 'off'
}

function subscribe(listener: () => void): () => void {
  const events = [CHANGED, 'storage', 'focus']
  for (const event of events) window.addEventListener(event, listener)
  return () => {
    for (const event of events) window.removeEventListener(event, listener)
  }
}

export const useDeviceNotifications = (): DeviceNotifications => useSyncExternalStore(subscribe, read)

/** Switches them on, for which the browser asks the person, or off. */
export async function setDeviceNotifications(isOn: boolean): Promise<void> {
  localStorage.setItem(STORED, isOn ? 'on' : 'off')
  if (isOn) await Notification.requestPermission()
  window.dispatchEvent(new Event(CHANGED))
}
