import { useEffect, useRef } from 'react'

/** What a page shows, or what it has shown last, once that is gone; null before it was read. */
export function useSeen<T>(shown: T | null | undefined): T | null {
  const seen = useRef<T | null>(null)
  useEffect(() => {
    if (shown) seen.current = shown
  }, [shown])
  return shown ?? seen.current
}
