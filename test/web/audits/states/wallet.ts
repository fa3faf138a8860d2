import type { PageState } from '../pageState.ts'

export const walletStates: readonly PageState[] = []
