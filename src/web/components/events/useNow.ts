import { useInterval } from '@mantine/hooks'
import { useState } from 'react'

const SECONDS = 1_000

/** The present time in milliseconds, anew every few seconds, for what begins and ends while one looks at it. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), 10 * SECONDS, { autoInvoke: true })
  return now
}
