import type { PageState } from '../pageState.ts'

export const instancesStates: readonly PageState[] = []
