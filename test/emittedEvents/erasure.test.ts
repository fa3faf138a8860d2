import { expect, it } from 'vitest'
import { eraseDueAccounts } from '../../src/areas/accounts/account/deletion.ts'
import { erasers } from '../../src/areas/index.ts'
import { addMilliseconds, DAY } from '../../src/kernel/clock.ts'
import { anAccessFixture } from '../access/fixtures.ts'
import { anApp } from '../support/app.ts'
import { eventsDuring, namesOf } from './recorder.ts'

/** What the erasure of the owner of the access fixture announces. */
async function eventsOfErasure(): Promise<readonly string[]> {
  const app = await anApp()
  const { clientOf, things } = await anAccessFixture(app)
  await clientOf('owner').call('deleteUser', { userId: things.userId })
  const scope = app.scope()
  const erase = () => eraseDueAccounts({ ...scope, now: addMilliseconds(scope.now, 15 * DAY) }, erasers)
  return (await eventsDuring(app, namesOf(things), erase)).events
}

it('an erased account announces every change of what the person had', async () => {
  expect(await eventsOfErasure()).toMatchInlineSnapshot(`
    [
      "avatar.changed a avtr",
      "avatar.changed avatar",
      "avatar.changed builtAvatar",
      "avatar.changed goneAvatar",
      "avatar.changed privateAvatar",
      "content.changed owner contentType=world actionType=deleted itemId=a wrld",
      "content.changed owner contentType=world actionType=deleted itemId=a wrld",
      "content.changed owner contentType=world actionType=deleted itemId=a wrld",
      "content.changed owner contentType=world actionType=deleted itemId=emptyWorld",
      "content.changed owner contentType=world actionType=deleted itemId=goneWorld",
      "content.changed owner contentType=world actionType=deleted itemId=world",
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
      "ownList.changed a usr list=friendRequests targetId=owner",
      "ownList.changed a usr list=friendRequests targetId=owner",
      "purchases.changed a usr purchaseId=renewedPurchase",
      "purchases.changed owner purchaseId=renewedPurchase",
      "session.revoked a ses userId=helped reason=account_deleted",
      "session.revoked a ses userId=owner reason=account_deleted",
      "session.revoked session userId=owner reason=account_deleted",
      "user.changed helped",
      "user.changed owner",
      "wallet.changed owner",
    ]
  `)
})
