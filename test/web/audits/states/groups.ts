import type { PageState } from '../pageState.ts'

export const groupsStates: readonly PageState[] = []
