import type { Journey } from '../journey.ts'

export const deepLinksJourneys: readonly Journey[] = []
