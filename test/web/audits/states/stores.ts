import type { PageState } from '../pageState.ts'

export const storesStates: readonly PageState[] = []
