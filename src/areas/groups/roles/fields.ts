import type { GroupRole } from '../../../generated/prisma/client.ts'
import { invalid } from '../../../kernel/failure.ts'
import { assertEntries, type InputRule } from '../../../kernel/inputFaults.ts'
import { characterCount, isBlank } from '../../../kernel/texts.ts'
import { hasManagementPermission, isGroupPermission } from './permissions.ts'

/** Fields of a role that managers set. */
export interface RoleFields {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly permissions?: readonly string[] | undefined
  readonly isSelfAssignable?: boolean | undefined
  readonly isAddedOnJoin?: boolean | undefined
  readonly requiresTwoFactor?: boolean | undefined
}

/** What the rules of a role's fields depend on. */
type RuledRole = Pick<
  GroupRole,
  'name' | 'permissions' | 'isSelfAssignable' | 'isAddedOnJoin' | 'requiresPurchase' | 'kind'
>

const MAX_NAME_LENGTH = 64

/** A name of 1 to 64 characters without the spaces around it. Throws `invalid`. */
export function parseRoleName(text: string): string {
  const name = text.trim()
  const bounds = { min: 1, max: MAX_NAME_LENGTH }
  const message = `name must have 1 to ${MAX_NAME_LENGTH} characters`
  if (isBlank(name)) throw invalid('name', message, { reason: 'too_short', ...bounds })
  if (characterCount(name) > MAX_NAME_LENGTH) throw invalid('name', message, { reason: 'too_long', ...bounds })
  return name
}

/** Permissions without repetition, in alphabetical order. */
export const distinctPermissions = (permissions: readonly string[]): string[] => [...new Set(permissions)].sort()

/** Only owners have all permissions, by their own role. */
function assertGrantable(permissions: readonly string[]): void {
  assertEntries(permissions, {
    field: 'permissions',
    isValid: isGroupPermission,
    message: (permission) => `permissions must be permissions of roles: not '${permission}'`,
    reason: 'unknown_value',
  })
}

/** Flags of roles that people get without anybody who decides, so that they can't have management permissions. */
const OPEN_FLAGS = ['isSelfAssignable', 'isAddedOnJoin'] as const
type OpenFlag = (typeof OPEN_FLAGS)[number]

/** Names the flag if the request sets it, else the permissions. */
function assertNotManagement(flag: OpenFlag, given: RoleFields, standing: RuledRole | null): void {
  const isOpen = given[flag] ?? standing?.[flag] ?? false
  if (!isOpen || !hasManagementPermission(given.permissions ?? standing?.permissions ?? [])) return
  if (given[flag]) throw invalid(flag, `${flag} must be false for roles that manage the group`, 'wrong_combination')
  throw invalid('permissions', `permissions must not manage the group while ${flag} is true`, 'wrong_combination')
}

/** People get a role that is sold without anybody who decides, too. */
function assertSoldManagesNothing({ permissions = [] }: RoleFields, standing: RuledRole | null): void {
  if (standing?.requiresPurchase && hasManagementPermission(permissions))
    throw invalid('permissions', 'permissions must not manage the group while the role is sold', 'wrong_combination')
}

const EVERYONE_FLAGS = [...OPEN_FLAGS, 'requiresTwoFactor'] as const

/** Everyone keeps its name, has no management permissions and is held by all members at all times. */
const everyoneRules = (given: RoleFields, { name }: RuledRole): InputRule[] => [
  () => {
    if (given.name !== undefined && given.name.trim() !== name)
      throw invalid('name', `name must stay ${name}`, 'role_protected')
  },
  () => {
    if (given.permissions && hasManagementPermission(given.permissions))
      throw invalid('permissions', 'permissions must not manage the group', 'role_protected')
  },
  ...EVERYONE_FLAGS.map((flag) => () => {
    if (given[flag]) throw invalid(flag, `${flag} must be false for this role`, 'role_protected')
  }),
]

/** The rules for what is given of a new role, or of one that stands. */
export const roleRules = (given: RoleFields, standing: RuledRole | null = null): InputRule[] => [
  () => given.name !== undefined && parseRoleName(given.name),
  () => given.permissions && assertGrantable(given.permissions),
  () => assertSoldManagesNothing(given, standing),
  ...(standing?.kind === 'everyone'
    ? everyoneRules(given, standing)
    : OPEN_FLAGS.map((flag) => () => assertNotManagement(flag, given, standing))),
]
