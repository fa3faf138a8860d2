import type { Journey } from '../journey.ts'

export const avatarsJourneys: readonly Journey[] = []
