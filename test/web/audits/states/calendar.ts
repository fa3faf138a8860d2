import type { PageState } from '../pageState.ts'

export const calendarStates: readonly PageState[] = []
