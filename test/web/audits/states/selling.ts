import type { PageState } from '../pageState.ts'

export const sellingStates: readonly PageState[] = []
