import type { Journey } from '../journey.ts'

export const walletJourneys: readonly Journey[] = []
