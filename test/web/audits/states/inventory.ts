import type { PageState } from '../pageState.ts'

export const inventoryStates: readonly PageState[] = []
