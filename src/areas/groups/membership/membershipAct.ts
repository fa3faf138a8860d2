import type { ViewerScope } from '../../../kernel/scope.ts'
import { type ActByRight, type GroupAct, type GroupActTarget, groupAct } from '../groupAct.ts'
import { type LockedMembership, readLockedMembership } from './changeMembership.ts'

/** An act upon what stands between a person and a group, under the locks of both. */
export interface MembershipAct extends GroupAct {
  readonly target: LockedMembership
}

interface MembershipActOptions extends Omit<GroupActTarget, 'people'>, Omit<ActByRight, 'details'> {
  /** The person whose membership the act is upon. */
  readonly userId: string
}

/** Runs an act upon the membership of a person, as `groupAct` does. */
export const membershipAct = <R>(
  scope: ViewerScope,
  { userId, ...options }: MembershipActOptions,
  work: (act: MembershipAct) => Promise<R>,
): Promise<R> =>
  groupAct(scope, { ...options, people: [userId], details: { userId } }, async (act) =>
    work({ ...act, target: await readLockedMembership(act.tx, act.access.group, userId) }),
  )
