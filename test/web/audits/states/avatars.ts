import type { PageState } from '../pageState.ts'

export const avatarsStates: readonly PageState[] = []
