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
  if (ifUpdatedAt !== undefined && standing?.updatedAt.getTime() !== ifUpdatedAt.getTime()) throw changedSince()
}

/** The condition of an update that is refused with `changedSince` where it finds no row although there is one. */
export const ifUnchanged = ({ ifUpdatedAt }: ConditionalChange) =>
  ifUpdatedAt === undefined ? {} : { updatedAt: ifUpdatedAt }

/** The refusal of a change of something that was changed after the client has read it. */
export const changedSince = (): Failure =>
  new Failure('conflict', 'This was changed since you have read it', { reason: 'changed_since' })
