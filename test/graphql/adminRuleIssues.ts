import { type IdKind, newId } from '../../src/kernel/ids.ts'
import type { TestApp } from '../support/app.ts'
import { aName, type TestUser } from '../support/users.ts'
import { calendarCases } from './calendarRuleIssues.ts'
import { catalogueAdminCases, catalogueCases } from './catalogueRuleIssues.ts'
import { inventoryCases } from './inventoryRuleIssues.ts'
import { paymentCases } from './paymentRuleIssues.ts'

export type Case = readonly [mutation: string, input: () => object | Promise<object>, faults: readonly string[]]

/** What cases refer to, once it is there. */
interface Site {
  readonly app: TestApp
  readonly ada: TestUser
}

/** An id of a valid form that nothing has. */
export const anUnknownId = (kind: IdKind) => newId(kind, new Date(0))
export const PAST = '2001-02-03T04:05:06Z'

/** Inputs of mutations of admins that break several rules, with all faults that are told of them. */
export const adminCases = (site: () => Site): readonly Case[] => [
  ...catalogueAdminCases,
  ...inventoryCases,
  [
    'createJam',
    () => ({ type: 'WORLD', title: ' ', description: 'd', moreInfo: 'm', isVisible: true }),
    ['submissionsClosedAt REQUIRED', 'submissionsOpenedAt REQUIRED', 'title TOO_SHORT'],
  ],
  [
    'sendNotification',
    () => ({ type: 'MODERATION_NOTICE', title: '', message: 'Hello', receiverIds: [], expiresAt: PAST }),
    ['expiresAt IN_PAST', 'receiverIds TOO_FEW_ENTRIES', 'title TOO_SHORT'],
  ],
  [
    'sendNotification',
    () => ({ type: 'MODERATION_NOTICE', title: 'Notice', message: 'Hello', expiresAt: PAST }),
    ['expiresAt IN_PAST', 'receiverIds WRONG_COMBINATION'],
  ],
  [
    'sendNotification',
    () => ({ type: 'MODERATION_NOTICE', title: '', message: 'Hello', receiverIds: [site().ada.id, 'nobody'] }),
    ['receiverIds.1 USER_NOT_FOUND', 'title TOO_SHORT'],
  ],
  [
    'createPermission',
    () => ({ name: 'Not A Name', displayName: 'x'.repeat(1_001), ownerId: anUnknownId('user') }),
    ['displayName TOO_LONG', 'name INVALID_CHARACTERS', 'ownerId UNKNOWN_REFERENCE'],
  ],
  [
    'createPermission',
    async () => {
      const now = site().app.clock.now()
      const name = aName('p')
      const row = {
        id: newId('permission', now),
        name,
        displayName: 'Any',
        description: '',
        data: {},
        ownerId: site().ada.id,
      }
      await site()
        .app.scope()
        .db.permission.create({ data: { ...row, createdAt: now, updatedAt: now } })
      return { name, displayName: 'x'.repeat(1_001), ownerId: anUnknownId('user') }
    },
    ['displayName TOO_LONG', 'name ALREADY_EXISTS', 'ownerId UNKNOWN_REFERENCE'],
  ],
  [
    'updatePermission',
    () => ({
      permissionId: 'nonsense',
      name: 'No Name',
      displayName: 'x'.repeat(1_001),
      description: 'x'.repeat(1_001),
    }),
    ['description TOO_LONG', 'displayName TOO_LONG', 'name INVALID_CHARACTERS', 'permissionId PERMISSION_NOT_FOUND'],
  ],
  [
    'createInfoPush',
    () => ({ slug: 'Not A Slug', data: {}, priority: 2_000_000, startsAt: PAST, endsAt: PAST }),
    ['endsAt WRONG_ORDER', 'priority UNKNOWN_VALUE', 'slug INVALID_CHARACTERS'],
  ],
  ['createBadge', () => ({ name: ' ', description: 'x'.repeat(513) }), ['description TOO_LONG', 'name TOO_SHORT']],
  [
    'setFrontendAsset',
    () => ({ kind: 'CSS', variant: 'PUBLIC', branch: '?', content: '', clientMutationId: 'x'.repeat(201) }),
    ['branch INVALID_CHARACTERS', 'clientMutationId TOO_LONG'],
  ],
  ['suspendUser', () => ({ userId: site().ada.id, reason: ' ', endsAt: PAST }), ['endsAt IN_PAST', 'reason TOO_SHORT']],
  [
    'warnUser',
    () => ({ contentId: anUnknownId('jam'), message: ' ' }),
    ['contentId NOT_SUPPORTED', 'message TOO_SHORT'],
  ],
  [
    'createGroup',
    () => ({ name: ' a ', shortCode: '?', roleTemplate: 'DEFAULT', iconId: anUnknownId('file') }),
    ['iconId UNKNOWN_REFERENCE', 'name TOO_SHORT', 'shortCode INVALID_CHARACTERS'],
  ],
  [
    'createGroup',
    () => ({ name: 'A group', shortCode: '?', roleTemplate: 'DEFAULT', description: 'x'.repeat(251) }),
    ['description TOO_LONG', 'shortCode INVALID_CHARACTERS'],
  ],
  [
    'respondGroupJoinRequest',
    () => ({ groupId: 'nonsense', userId: 'nobody', action: 'ACCEPT' }),
    ['groupId GROUP_NOT_FOUND', 'userId USER_NOT_FOUND'],
  ],
  ...calendarCases,
  ...catalogueCases,
  ...paymentCases,
  ['addReportNote', () => ({ reportId: 'nonsense', text: ' ' }), ['reportId REPORT_NOT_FOUND', 'text TOO_SHORT']],
]
