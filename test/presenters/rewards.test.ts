import { describe, expect, it } from 'vitest'
import { templateWire } from '../../src/areas/inventory/wire.ts'
import { redemptionWire } from '../../src/areas/rewards/wire.ts'
import { RewardRedemptionResult } from '../../src/contract/shapes/reward.ts'
import { PLATFORM_USER_ID } from '../../src/kernel/ids.ts'
import { sharedApp } from '../support/app.ts'
import { aTemplate } from '../support/inventory.ts'
import { aName } from '../support/users.ts'
import { moment } from './records.ts'

const app = await sharedApp()
const { db } = app.scope()

describe('redemptionWire', () => {
  it('presents each thing that was given, and each column of a badge', async () => {
    const template = await db.inventoryTemplate.findUniqueOrThrow({ where: { id: await aTemplate(app) } })
    const texts = { name: aName('badge'), description: 'For all.', imageUrl: 'https://pictures.test/badge.png' }
    const badge = { id: `bdg_${crypto.randomUUID()}`, ...texts, createdAt: moment(1), updatedAt: moment(2) }
    const result = redemptionWire(app.scope(), 'a-b-c-d-e-f', [
      { type: 'item', template, quantity: 2 },
      { type: 'badge', badge },
      { type: 'permission', permissionId: 'prms_1' },
      { type: 'subscription', subscriptionId: 'usub_1' },
      { type: 'tokens', tokens: 5 },
    ])
    const record = {
      ...{ id: badge.id, ...texts, createdAt: moment(1).toISOString(), updatedAt: moment(2).toISOString() },
      ...{ createdBy: PLATFORM_USER_ID, fileName: '', hidden: false, isLocalizationEnabled: false, type: 'badge' },
    }
    expect(result).toEqual({
      redemptionCode: 'a-b-c-d-e-f',
      redeemedRewards: [
        { type: 'item', data: { item: templateWire(app.scope(), template) } },
        { type: 'badge', data: { badge: record } },
        { type: 'permission', data: {} },
        { type: 'subscription', data: {} },
        { type: 'tokens', data: {} },
      ],
    })
    expect(RewardRedemptionResult.parse(result)).toEqual(result)
  })
})
