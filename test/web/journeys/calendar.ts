import type { Journey } from '../journey.ts'

export const calendarJourneys: readonly Journey[] = []
