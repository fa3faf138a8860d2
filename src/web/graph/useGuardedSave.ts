import { useApolloClient } from '@apollo/client/react'
import { useEffect, useRef, useState } from 'react'
import { refusalOf } from './refusal.ts'

/** The part of an input by which a change is refused if somebody else was faster. */
export interface Guard {
  readonly ifUpdatedAt?: string
}

interface GuardedSave<Changes> {
  readonly save: (changes: Changes, guard: Guard) => Promise<void>
  /** When what the form shows was changed last. */
  readonly updatedAt: string | null | undefined
  /** Whether the person has entered something else than what another device has saved meanwhile. */
  readonly hasConflict: boolean
}

/** How often a save is repeated that others are faster than. */
const MOST_REPEATS = 3

const isOutrun = (error: unknown) => refusalOf(error).reason === 'CHANGED_SINCE'

/**
 * Saves only on top of what the person has seen. If somebody else was faster, what is on screen is read again: changes of
 * other fields stand beside those of the person, which are saved on top of them; changes of the same fields refuse the save.
 */
export function useGuardedSave<Changes>(given: GuardedSave<Changes>): (changes: Changes) => Promise<void> {
  const client = useApolloClient()
  const latest = useRef(given)
  latest.current = given
  const rendered = useRendered()
  const attempt = (changes: Changes) => {
    const { save, updatedAt } = latest.current
    return save(changes, updatedAt ? { ifUpdatedAt: updatedAt } : {})
  }
  /** Throws the error unless the save can be repeated. */
  const catchUp = async (error: unknown, repeats: number) => {
    if (!isOutrun(error)) throw error
    await client.refetchQueries({ include: 'active' })
    await rendered()
    if (latest.current.hasConflict || repeats === MOST_REPEATS) throw error
  }
  const save = async (changes: Changes, repeats = 0): Promise<void> => {
    try {
      await attempt(changes)
    } catch (error) {
      await catchUp(error, repeats)
      await save(changes, repeats + 1)
    }
  }
  return save
}

/** Returns a function whose promise resolves when the component shows what the cache has. */
function useRendered(): () => Promise<void> {
  const [, render] = useState(0)
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    for (const go of waiting.current.splice(0)) go()
  })
  return () =>
    new Promise((resolve) => {
      waiting.current.push(resolve)
      render((count) => count + 1)
    })
}
