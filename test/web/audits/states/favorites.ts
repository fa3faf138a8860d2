import type { PageState } from '../pageState.ts'

export const favoritesStates: readonly PageState[] = []
