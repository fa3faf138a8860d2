import { expect, it } from 'vitest'
import { eraseDueAccounts } from '../../src/areas/accounts/account/deletion.ts'
import { erasers } from '../../src/areas/index.ts'
import { addMilliseconds, DAY } from '../../src/kernel/clock.ts'
import { anAccessFixture } from '../access/fixtures.ts'
import { anApp } from '../support/app.ts'
import { eventsDuring, namesOf } from './recorder.ts'

it('an erased account announces every change of what the person had', async () => {
  const app = await anApp()
  const { clientOf, things } = await anAccessFixture(app)
  await clientOf('owner').call('deleteUser', { userId: things.userId })
  const scope = app.scope()
  const erase = () => eraseDueAccounts({ ...scope, now: addMilliseconds(scope.now, 15 * DAY) }, erasers)
  const { events } = await eventsDuring(app, namesOf(things), erase)
  expect(events).toMatchInlineSnapshot(`
    [
      "avatar.changed a avtr",
      "avatar.changed avatar",
      "avatar.changed builtAvatar",
      "avatar.changed goneAvatar",
      "avatar.changed privateAvatar",
      "friendship.ended former friendId=owner",
      "friendship.ended friend friendId=owner",
      "friendship.ended giftReceiver friendId=owner",
      "friendship.ended owner friendId=former",
      "friendship.ended owner friendId=friend",
      "friendship.ended owner friendId=giftReceiver",
      "group.changed goneGroup",
      "group.changed goneGroup",
      "group.changed group",
      "group.changed group",
      "group.changed openGroup",
      "group.changed openGroup",
      "group.deleted goneGroup",
      "group.deleted openGroup",
      "group.moderated group",
      "groupMember.changed member groupId=group",
      "groupMember.changed owner groupId=group",
      "groupMember.left owner groupId=goneGroup",
      "groupMember.left owner groupId=group",
      "groupMember.left owner groupId=openGroup",
      "jam.submissionChanged judgedJam submissionId=submission",
      "jam.submissionChanged openJam submissionId=goneSubmission",
      "ledger.transferred a transfer",
      "purchases.changed a usr purchaseId=renewedPurchase",
      "purchases.changed owner purchaseId=renewedPurchase",
      "session.revoked a ses userId=owner",
      "session.revoked session userId=owner",
      "user.changed owner",
      "wallet.changed owner",
    ]
  `)
})
