import { invalid } from '../../../kernel/failure.ts'
import { type GroupId, newId } from '../../../kernel/ids.ts'
import {
  assertEntries,
  failureOf,
  type InputRule,
  type TextBounds,
  tellingAllFaults,
} from '../../../kernel/inputFaults.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { characterCount, isBlank, typedCode } from '../../../kernel/texts.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { nameKey } from '../../accounts/account/names.ts'
import { spokenLanguages } from '../../system/seed/languages.ts'
import { appendGroupAudit, readNames } from '../auditLog/entries.ts'
import { lockPeople } from '../locks.ts'
import { changeMembership } from '../membership/membership.ts'
import { assertCanJoinMore, assertCanOwnMore, assertOwnImage, assertSubscriber } from '../policy.ts'
import { drawGroupCode } from '../queries.ts'
import { ROLE_TEMPLATES, type RoleTemplate, type RoleTemplateName, startingRoles } from '../roles/permissions.ts'

interface NewGroup {
  readonly name: string
  readonly shortCode: string
  readonly description?: string | undefined
  readonly joinState?: 'open' | 'request' | 'invite' | 'closed' | undefined
  readonly privacy?: 'default' | 'private' | undefined
  readonly roleTemplate: RoleTemplateName
  readonly iconId?: string | null | undefined
  readonly bannerId?: string | null | undefined
}

const CREATION_LIMIT: RateLimit = { name: 'group-creation', points: 20, window: 24 * 60 * 60 }

/**
 * Creates a group with the roles of a template, owned by the viewer. Throws `forbidden` without a subscription, for the
 * sixth own group and for too many joined ones; `invalid` for bad fields, images of others and a short code without a free
 * number; `exhausted` after 20 a day.
 */
export const createGroup = (scope: ViewerScope, group: NewGroup): Promise<GroupId> =>
  tellingAllFaults(
    () => groupRules(scope, group),
    async () => {
      await assertCreator(scope)
      for (const rule of groupRules(scope, group)) await rule()
      await scope.limits.take(CREATION_LIMIT, scope.viewer.id)
      return transact(scope, (tx) => insertGroup(tx, group))
    },
  )

const assertCreator = (scope: ViewerScope) => assertSubscriber(scope, 'You need a subscription to create a group.')

async function assertCanHaveMore(scope: ViewerScope): Promise<void> {
  await assertCanOwnMore(scope, scope.viewer.id)
  await assertCanJoinMore(scope, scope.viewer.id)
}

/** Whether the viewer can create a group, apart from how many they have created in the last day. */
export const canCreateGroup = async (scope: ViewerScope): Promise<boolean> =>
  (await failureOf(async () => {
    await assertCreator(scope)
    await assertCanHaveMore(scope)
  })) === undefined

/** The rules for what is given of a group. */
export const groupRules = (scope: ViewerScope, group: Partial<NewGroup>): InputRule[] => [
  ...groupTextRules(group),
  () => group.iconId && assertOwnImage(scope, 'iconId', group.iconId, scope.viewer.id),
  () => group.bannerId && assertOwnImage(scope, 'bannerId', group.bannerId, scope.viewer.id),
]

async function insertGroup(tx: ViewerScope & InTransaction, group: NewGroup): Promise<GroupId> {
  const { db, viewer, now } = tx
  await lockPeople(tx, [viewer.id])
  await assertCanHaveMore(tx)
  const id = newId('group', now)
  const template: RoleTemplate = ROLE_TEMPLATES[group.roleTemplate]
  const row = await db.group.create({
    data: {
      id,
      ...groupNameFields(group.name),
      ...(await drawGroupCode(tx, id, parseShortCode(group.shortCode))),
      description: group.description ?? '',
      privacy: group.privacy ?? 'default',
      joinState: group.joinState ?? template.joinState,
      iconId: group.iconId ?? null,
      bannerId: group.bannerId ?? null,
      ownerId: viewer.id,
      createdAt: now,
      updatedAt: now,
    },
  })
  const ownerRoleId = await insertRoles(tx, id, template)
  await changeMembership(tx, { group: row, userId: viewer.id, member: null, status: 'none' }, 'member')
  await db.groupMemberRole.create({ data: { roleId: ownerRoleId, userId: viewer.id, groupId: id } })
  const nameOf = await readNames(tx, [viewer.id])
  await appendGroupAudit(tx, {
    groupId: id,
    eventType: 'group.create',
    targetId: id,
    description: `Group ${row.name} created by ${nameOf(viewer.id)}.`,
    data: {
      name: row.name,
      shortCode: row.shortCode,
      discriminator: row.discriminator,
      privacy: row.privacy,
      joinState: row.joinState,
    },
  })
  return id
}

/** Inserts the roles of a template, and returns the id of the owner's role. */
async function insertRoles({ db, now }: ViewerScope & InTransaction, groupId: string, template: RoleTemplate) {
  const row = { groupId, createdAt: now, updatedAt: now }
  const roles = startingRoles(template).map((role) => ({ ...role, ...row, id: newId('groupRole', now) }))
  await db.groupRole.createMany({ data: roles })
  const owners = roles.find(({ kind }) => kind === 'owner')
  if (!owners) throw new Error('a group begins without the role of its owner')
  return owners.id
}

/** Fields of a group whose rules are one for creating and changing it. */
interface GroupTexts {
  readonly name?: string | undefined
  readonly shortCode?: string | undefined
  readonly languages?: readonly string[] | undefined
  readonly links?: readonly string[] | undefined
  readonly tags?: readonly string[] | undefined
}

/** Bounds of the texts of a group that both creating and changing it check. */
export const GROUP_BOUNDS = {
  name: { min: 3, max: 64 },
  shortCode: { min: 3, max: 6, pattern: /^[A-Za-z0-9]*$/ },
} as const satisfies Readonly<Record<string, TextBounds>>

/** The columns of a name of 3 to 64 characters without the spaces around it. Throws `invalid`. */
export function groupNameFields(text: string) {
  const name = text.trim()
  const bounds = GROUP_BOUNDS.name
  const message = `name must have ${bounds.min} to ${bounds.max} characters`
  const length = characterCount(name)
  if (length < bounds.min || isBlank(name)) throw invalid('name', message, { reason: 'too_short', ...bounds })
  if (length > bounds.max) throw invalid('name', message, { reason: 'too_long', ...bounds })
  return { name, nameKey: nameKey(name) }
}

/** A short code in upper case. Throws `invalid` unless it has 3 to 6 of A-Z and 0-9. */
export function parseShortCode(text: string): string {
  const code = /\s/.test(text) ? '' : typedCode(text).toUpperCase()
  const { min, max, pattern } = GROUP_BOUNDS.shortCode
  if (code.length < min || code.length > max || !pattern.test(code))
    throw invalid('shortCode', `shortCode must have ${min} to ${max} letters or digits`, {
      reason: 'invalid_characters',
      min,
      max,
    })
  return code
}

function assertLanguages(languages: readonly string[]): void {
  assertEntries(languages, {
    field: 'languages',
    isValid: (language) => Object.hasOwn(spokenLanguages, language),
    message: (language) => `languages must be known: not '${language}'`,
    reason: 'unknown_value',
  })
}

function assertLinks(links: readonly string[]): void {
  assertEntries(links, {
    field: 'links',
    isValid: (link) => URL.canParse(link) && ['http:', 'https:'].includes(new URL(link).protocol),
    message: 'links must be http or https addresses',
    reason: 'not_a_url',
  })
}

function assertTags(tags: readonly string[]): void {
  assertEntries(tags, {
    field: 'tags',
    isValid: (tag) => /^[a-z0-9_]{1,64}$/.test(tag),
    message: 'tags must have a-z, 0-9 and _ only',
    reason: 'invalid_characters',
  })
  assertEntries(tags, {
    field: 'tags',
    isValid: (tag) => !/^(admin|system)_/.test(tag),
    message: 'tags must not begin with admin_ or system_',
    reason: 'tag_forbidden',
  })
}

/** The rules for what is given of the fields of a group. */
export const groupTextRules = ({ name, shortCode, languages, links, tags }: GroupTexts): InputRule[] => [
  () => name !== undefined && groupNameFields(name),
  () => shortCode !== undefined && parseShortCode(shortCode),
  () => languages && assertLanguages(languages),
  () => links && assertLinks(links),
  () => tags && assertTags(tags),
]
