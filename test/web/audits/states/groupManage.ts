import type { PageState } from '../pageState.ts'

export const groupManageStates: readonly PageState[] = []
