import { useEffect } from 'react'
import { request } from '../../graph/request.ts'
import { SIGN_IN_STATE } from './documents.ts'

/** Milliseconds. */
const INTERVAL = 4_000

/** Looks every few seconds whether the login was finished by the link of a mail, perhaps on another device. */
export function useFinishedElsewhere(isPossible: boolean, onFinished: () => void): void {
  useEffect(() => {
    if (!isPossible) return
    const look = async () => {
      const state = await request(SIGN_IN_STATE, {}).catch(() => null)
      if (state?.viewer) onFinished()
    }
    const timer = setInterval(() => void look(), INTERVAL)
    return () => clearInterval(timer)
  }, [isPossible, onFinished])
}
