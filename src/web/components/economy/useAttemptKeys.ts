import { useRef } from 'react'

/**
 * Keys by which the server knows attempts: equal input has the same key, so that an attempt that is repeated since its answer
 * was lost happens once. A form makes them anew for what comes after its success.
 */
export function useAttemptKeys() {
  const keys = useRef(new Map<string, string>())
  const keyOf = (input: object): string => {
    const text = JSON.stringify(input)
    const key = keys.current.get(text) ?? crypto.randomUUID()
    keys.current.set(text, key)
    return key
  }
  return { keyOf, forget: () => keys.current.clear() }
}
