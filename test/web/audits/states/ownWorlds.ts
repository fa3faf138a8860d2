import type { PageState } from '../pageState.ts'

export const ownWorldsStates: readonly PageState[] = []
