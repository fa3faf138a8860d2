import type { Journey } from '../journey.ts'

export const ownWorldsJourneys: readonly Journey[] = []
