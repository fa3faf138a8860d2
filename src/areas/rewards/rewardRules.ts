import { invalid } from '../../kernel/failure.ts'
import type { BadgeId, InventoryTemplateId, PermissionId } from '../../kernel/ids.ts'
import { assertDistinct, assertFound, type InputRule } from '../../kernel/inputFaults.ts'
import type { Scope } from '../../kernel/scope.ts'
import { characterCount, isBlank } from '../../kernel/texts.ts'
import { assertTokens } from '../economy/ledger/adminTransfers.ts'
import { assertGrantable, MAX_GRANTED } from '../inventory/grant/grants.ts'
import { assertCode } from './redeem.ts'

/** Kinds of one sort that a reward can give. */
const MAX_GIVEN = 20
const MAX_NAME = 100
const MAX_DAYS = 3_660
const MAX_PEOPLE = 100_000_000

/** A reward to make: it gives something at least. */
export interface NewReward {
  /** For admins, 1 to 100 characters. */
  readonly name: string
  /** 6 to 32 letters, digits and dashes; one that nobody guesses by default. */
  readonly code?: string | undefined
  readonly templateIds?: readonly InventoryTemplateId[] | undefined
  /** Items of each template, from 1 to 100; 1 by default. */
  readonly quantity?: number | undefined
  readonly badgeIds?: readonly BadgeId[] | undefined
  readonly tokens?: number | undefined
  /** Slug of a plan. */
  readonly planId?: string | undefined
  /** A period of the plan by default. */
  readonly subscriptionDays?: number | undefined
  readonly permissionIds?: readonly PermissionId[] | undefined
  /** People who can redeem it; any number by default. */
  readonly maxRedemptions?: number | undefined
  /** Now by default. */
  readonly beginsAt?: Date | undefined
  /** Never by default. */
  readonly endsAt?: Date | undefined
}

/** The rules for a new reward. */
export const newRewardRules = (scope: Scope, given: NewReward): InputRule[] => [
  ...rewardRules(scope, given),
  () => assertGivesSomething(given),
]

/** The rules for what is given of a reward. */
export const rewardRules = (scope: Scope, given: Partial<NewReward>): InputRule[] => [
  () => given.name !== undefined && assertName(given.name),
  () => given.code !== undefined && assertCode(given.code),
  ...itemRules(scope, given),
  () => assertKnown('badgeIds', given.badgeIds, (ids) => findBadges(scope, ids)),
  () => given.tokens !== undefined && assertTokens(given.tokens),
  ...subscriptionRules(scope, given),
  () => assertKnown('permissionIds', given.permissionIds, (ids) => findPermissions(scope, ids)),
  () => assertBetween('maxRedemptions', given.maxRedemptions, MAX_PEOPLE),
  () => assertDates(scope, given),
]

const byIds = (ids: string[]) => ({ where: { id: { in: ids } }, select: { id: true } }) as const
const findBadges = ({ db }: Scope, ids: string[]) => db.badge.findMany(byIds(ids))
const findPermissions = ({ db }: Scope, ids: string[]) => db.permission.findMany(byIds(ids))

function assertName(name: string): void {
  if (isBlank(name)) throw invalid('name', 'name: must not be empty', { reason: 'too_short', min: 1 })
  if (characterCount(name) > MAX_NAME)
    throw invalid('name', `name: at most ${MAX_NAME} characters`, { reason: 'too_long', max: MAX_NAME })
}

/** Throws `invalid` for a reward that gives nothing. */
export function assertGivesSomething(given: Partial<NewReward>): void {
  const { templateIds = [], badgeIds = [], permissionIds = [], tokens, planId } = given
  const lists = templateIds.length + badgeIds.length + permissionIds.length
  if (lists === 0 && tokens === undefined && planId === undefined)
    throw invalid('templateIds', 'templateIds: a reward gives something at least', 'required')
}

const itemRules = (scope: Scope, { templateIds, quantity }: Partial<NewReward>): InputRule[] => [
  () => assertList('templateIds', templateIds),
  () => templateIds && assertGrantable(scope, templateIds),
  () => assertBetween('quantity', quantity, MAX_GRANTED),
]

const subscriptionRules = ({ db }: Scope, { planId, subscriptionDays }: Partial<NewReward>): InputRule[] => [
  async () => {
    if (planId !== undefined && (await db.subscriptionPlan.count({ where: { id: planId } })) === 0)
      throw invalid('planId', 'planId must be the id of a subscription', 'unknown_reference')
  },
  () => assertBetween('subscriptionDays', subscriptionDays, MAX_DAYS),
  () => {
    if (subscriptionDays !== undefined && planId === undefined)
      throw invalid('subscriptionDays', 'subscriptionDays are those of a subscription', 'wrong_combination')
  },
]

function assertList(field: string, ids: readonly string[] | undefined): void {
  if (!ids) return
  if (ids.length > MAX_GIVEN)
    throw invalid(field, `${field} must have at most ${MAX_GIVEN} entries`, {
      reason: 'too_many_entries',
      max: MAX_GIVEN,
    })
  assertDistinct(field, ids, `${field} must not name one twice`)
}

async function assertKnown(
  field: string,
  ids: readonly string[] | undefined,
  find: (ids: string[]) => Promise<readonly { readonly id: string }[]>,
): Promise<void> {
  assertList(field, ids)
  if (ids) assertFound(field, ids, { found: await find([...ids]), message: `${field} must be ids of what exists` })
}

function assertBetween(field: string, number: number | undefined, max: number): void {
  if (number === undefined) return
  if (number < 1) throw invalid(field, `${field} must be at least 1`, { reason: 'too_small', min: 1 })
  if (number > max) throw invalid(field, `${field} must be at most ${max}`, { reason: 'too_large', max })
}

function assertDates({ now }: Scope, { beginsAt = now, endsAt }: Partial<NewReward>): void {
  if (!endsAt) return
  if (endsAt <= beginsAt) throw invalid('endsAt', 'endsAt must be after beginsAt', 'wrong_order')
  if (endsAt <= now) throw invalid('endsAt', 'endsAt must be in the future', 'in_past')
}
