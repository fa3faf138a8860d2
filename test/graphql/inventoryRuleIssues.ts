import { newId } from '../../src/kernel/ids.ts'
import { type Case, PAST } from './adminRuleIssues.ts'

const unknown = (kind: 'inventoryTemplate' | 'badge' | 'prop' | 'file') => newId(kind, new Date(0))

/** Inputs of mutations of admins on items and rewards that break several rules. */
export const inventoryCases: readonly Case[] = [
  [
    'createInventoryTemplate',
    () => ({ itemType: 'PROP', name: ' ', propId: unknown('prop'), fileId: unknown('file'), flags: ['EQUIPPABLE'] }),
    [
      ...['fileId UNKNOWN_REFERENCE', 'fileId WRONG_COMBINATION', 'flags.0 UNKNOWN_VALUE', 'name TOO_SHORT'],
      'propId UNKNOWN_REFERENCE',
    ],
  ],
  [
    'createInventoryDrop',
    () => ({ name: ' ', templateIds: [unknown('inventoryTemplate')], startsAt: '2100-01-01T00:00:00Z', endsAt: PAST }),
    ['endsAt WRONG_ORDER', 'name TOO_SHORT', 'templateIds.0 UNKNOWN_REFERENCE'],
  ],
  [
    'createInventoryDrop',
    () => ({ name: 'Drop', templateIds: [], startsAt: PAST, endsAt: '2100-01-01T00:00:00Z', target: 'GROUP' }),
    ['groupId UNKNOWN_REFERENCE', 'groupId WRONG_COMBINATION', 'templateIds TOO_FEW_ENTRIES'],
  ],
  [
    'createReward',
    () => ({ name: ' ', code: 'no!', badgeIds: [unknown('badge')], maxRedemptions: 0, subscriptionDays: 3 }),
    [
      ...['badgeIds.0 UNKNOWN_REFERENCE', 'code INVALID_CHARACTERS', 'maxRedemptions TOO_SMALL', 'name TOO_SHORT'],
      'subscriptionDays WRONG_COMBINATION',
    ],
  ],
  ['createReward', () => ({ name: '', badgeIds: ['nonsense'] }), ['badgeIds.0 BADGE_NOT_FOUND', 'name TOO_SHORT']],
  ['createReward', () => ({ name: '' }), ['name TOO_SHORT', 'templateIds REQUIRED']],
]
