import type { PageState } from '../pageState.ts'

export const filesStates: readonly PageState[] = []
