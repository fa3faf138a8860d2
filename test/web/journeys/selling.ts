import type { Journey } from '../journey.ts'

export const sellingJourneys: readonly Journey[] = []
