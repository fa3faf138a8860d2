import type { Journey } from '../journey.ts'

export const storesJourneys: readonly Journey[] = []
