import type { Stage } from './stage.ts'

/** What one or several people do in the web UI. It brings people of its own, unless the demo's serve. */
export interface Journey {
  readonly name: string
  /** Whether it is one of the few that run with all tests. */
  readonly isShort: boolean
  readonly run: (stage: Stage) => Promise<void>
}

export const journey = (name: string, run: Journey['run']): Journey => ({ name, isShort: false, run })
export const shortJourney = (name: string, run: Journey['run']): Journey => ({ name, isShort: true, run })
