import type { Journey } from '../journey.ts'

export const groupManageJourneys: readonly Journey[] = []
