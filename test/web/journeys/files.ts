import type { Journey } from '../journey.ts'

export const filesJourneys: readonly Journey[] = []
