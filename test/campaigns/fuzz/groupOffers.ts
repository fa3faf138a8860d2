import { newId, type UserId } from '../../../src/kernel/ids.ts'
import type { Things } from '../../access/fixtures.ts'
import type { TestApp } from '../../support/app.ts'
import { aGroup, aSubscriber } from '../../support/groups.ts'
import type { UnfinishedUpload } from './unfinishedUpload.ts'

/** Groups of somebody else, which the owner of the fixture objects has asked to join, or is asked to join or to own. */
export interface GroupOffers {
  readonly askedGroupId: string
  readonly invitingGroupId: string
  readonly offeredGroupId: string
  readonly declinedGroupId: string
}

export type FuzzThings = Things & GroupOffers & UnfinishedUpload

const OFFER_MS = 3_600_000

/** Creates the groups; confirms the person's address, without which no group can be accepted. */
export async function addGroupOffers(app: TestApp, userId: UserId): Promise<GroupOffers> {
  const founder = await aSubscriber(app)
  const { db, now } = app.scope()
  await db.account.update({ where: { userId }, data: { emailVerified: true } })
  const groupWith = async (membership: object, offer: object = {}) => {
    const { id: groupId } = await aGroup(app, {}, founder)
    const row = { id: newId('groupMember', now), groupId, userId, createdAt: now }
    await db.groupMember.create({ data: { ...row, status: 'member', ...membership } })
    await db.group.update({ where: { id: groupId }, data: offer })
    return groupId
  }
  const offer = { transferTargetId: userId, transferExpiresAt: new Date(now.getTime() + OFFER_MS) }
  return {
    askedGroupId: await groupWith({ status: 'requested', requestedAt: now }),
    invitingGroupId: await groupWith({ status: 'invited', invitedAt: now }),
    offeredGroupId: await groupWith({ status: 'member', joinedAt: now }, offer),
    declinedGroupId: await groupWith({ status: 'member', joinedAt: now }, offer),
  }
}

/** Calls that succeed for the owner, where those of the access table are refused. */
export const OFFER_CALLS: Readonly<Record<string, (things: FuzzThings) => Readonly<Record<string, unknown>>>> = {
  cancelGroupRequest: ({ askedGroupId }) => ({ groupId: askedGroupId }),
  declineGroupInvite: ({ invitingGroupId }) => ({ groupId: invitingGroupId }),
  initiateOrAcceptGroupTransfer: ({ offeredGroupId, userId }) => ({
    groupId: offeredGroupId,
    body: { transferTargetId: userId },
  }),
  finishFileDataUpload: ({ unfinishedId }) => ({
    ...{ fileId: unfinishedId, versionId: 1, fileType: 'file' },
    body: { maxParts: 0, nextPartNumber: 0 },
  }),
  cancelGroupTransfer: ({ declinedGroupId }) => ({ groupId: declinedGroupId }),
  setGroupGalleryFileOrder: ({ galleryId, spareId }) => ({ body: { galleryId, ids: [spareId] } }),
}
