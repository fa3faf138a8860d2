import type { Journey } from '../journey.ts'

export const inventoryJourneys: readonly Journey[] = []
