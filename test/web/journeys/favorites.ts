import type { Journey } from '../journey.ts'

export const favoritesJourneys: readonly Journey[] = []
