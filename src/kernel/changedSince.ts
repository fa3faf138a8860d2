import { Failure } from './failure.ts'

/** A change of something that several people may edit. */
export interface ConditionalChange {
  /** When what is to change was last changed, as the client has read it; left out to change it in any case. */
  readonly ifUpdatedAt?: Date | undefined
}

/**
 * Throws `conflict` when what is to change was changed after the client has read it, or is gone. The caller has locked its
 * row, so that of two changes of one state the second is refused.
 */
export function assertUnchanged(
  standing: { readonly updatedAt: Date } | null,
  { ifUpdatedAt }: ConditionalChange,
): void {
  if (ifUpdatedAt !== undefined && standing?.updatedAt.getTime() !== ifUpdatedAt.getTime())
    throw new Failure('conflict', 'This was changed since you have read it', { reason: 'changed_since' })
}
