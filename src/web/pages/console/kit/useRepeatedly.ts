import { useEffect, useRef } from 'react'

/** Milliseconds. */
const INTERVAL = 10_000

/** Calls a function again and again while the page is looked at, where no event tells of changes. */
export function useRepeatedly(run: () => void): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && latest.current(), INTERVAL)
    return () => clearInterval(timer)
  }, [])
}
