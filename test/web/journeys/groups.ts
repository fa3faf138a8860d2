import type { Journey } from '../journey.ts'

export const groupsJourneys: readonly Journey[] = []
