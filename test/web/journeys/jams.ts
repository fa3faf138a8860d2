import type { Journey } from '../journey.ts'

export const jamsJourneys: readonly Journey[] = []
