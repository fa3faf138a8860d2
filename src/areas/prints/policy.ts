import type { SignedScope } from '../../kernel/scope.ts'

/** Whoever holds a photo may change it, and admins. */
export const mayChangePrint = ({ viewer }: SignedScope, print: { readonly ownerId: string }) =>
  viewer.admin || viewer.id === print.ownerId
