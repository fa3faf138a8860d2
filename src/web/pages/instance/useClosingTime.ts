import { useEffect, useRef } from 'react'

/** Milliseconds that timers can wait. */
const LONGEST = 2 ** 31 - 1

/** Calls `onClosed` when a time (ISO 8601) has come that lies ahead, which no event tells. */
export function useClosingTime(closedAt: string | null, onClosed: () => void): void {
  const listener = useRef(onClosed)
  listener.current = onClosed
  useEffect(() => {
    const wait = closedAt === null ? 0 : new Date(closedAt).getTime() - Date.now()
    if (wait <= 0 || wait > LONGEST) return
    const timer = setTimeout(() => listener.current(), wait)
    return () => clearTimeout(timer)
  }, [closedAt])
}
