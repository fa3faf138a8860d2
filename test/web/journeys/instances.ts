import type { Journey } from '../journey.ts'

export const instancesJourneys: readonly Journey[] = []
