import { useEffect, useRef, useState } from 'react'
import type { JamState } from '../../generated/graphql.ts'

/** When the phases of a jam begin (ISO 8601); null where nobody has planned it yet. */
export interface JamDates {
  readonly state: JamState
  readonly submissionsOpenedAt?: string | null | undefined
  readonly submissionsClosedAt?: string | null | undefined
  readonly winnersSelectedAt?: string | null | undefined
  readonly closedAt?: string | null | undefined
}

/** The phases of a jam in their order, each with the field that says when it begins. */
export const PHASES = [
  ['SUBMISSIONS_OPEN', 'submissionsOpenedAt'],
  ['SUBMISSIONS_CLOSED', 'submissionsClosedAt'],
  ['WINNERS_SELECTED', 'winnersSelectedAt'],
  ['CLOSED', 'closedAt'],
] as const

type Phase = (typeof PHASES)[number][0]

/** Place of a state in `PHASES`; -1 for a jam that is to come. */
export const phaseIndex = (state: JamState): number => PHASES.findIndex(([phase]) => phase === state)

/** The phase that comes next, and when (ISO 8601); null if none is planned. */
export function nextPhase(jam: JamDates): { readonly phase: Phase; readonly at: string } | null {
  const planned = PHASES.slice(phaseIndex(jam.state) + 1).flatMap(([phase, field]) => {
    const at = jam[field]
    return at ? [{ phase, at }] : []
  })
  return planned.sort((one, other) => Date.parse(one.at) - Date.parse(other.at))[0] ?? null
}

/** Milliseconds between two reads while the clock of the browser is ahead of the server's. */
const PAUSE = 2_000
/** The longest time that a timer of a browser counts, in milliseconds. */
const LONGEST = 2 ** 31 - 1

/** Reads jams again when the next phase of one of them begins, which no event tells, until the server agrees that it has. */
export function useReadAtPhases(jams: readonly JamDates[], reload: () => void): void {
  const [reads, setReads] = useState(0)
  const read = useRef(reload)
  read.current = reload
  const due = Math.min(...jams.map((jam) => Date.parse(nextPhase(jam)?.at ?? '')).filter((at) => !Number.isNaN(at)))
  useEffect(() => {
    const wait = due - Date.now()
    if (wait > LONGEST) return
    const timer = setTimeout(
      () => {
        read.current()
        setReads(reads + 1)
      },
      wait > 0 ? wait : PAUSE,
    )
    return () => clearTimeout(timer)
  }, [due, reads])
}
