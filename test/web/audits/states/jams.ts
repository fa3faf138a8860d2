import type { PageState } from '../pageState.ts'

export const jamsStates: readonly PageState[] = []
