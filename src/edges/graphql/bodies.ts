import { z } from 'zod'
import {
  ChangeUserTagsRequest,
  UpdateUserBadgeRequest,
  UpdateUserRequest,
} from '../../contract/shapes/accountRequests.ts'
import { AgreementRequest } from '../../contract/shapes/agreement.ts'
import { AdminUnityPackage, UpdateAssetReviewNotesRequest } from '../../contract/shapes/assetBundle.ts'
import { AddFavoriteRequest, UpdateFavoriteGroupRequest } from '../../contract/shapes/favorite.ts'
import {
  CreateFileRequest,
  CreateFileVersionRequest,
  FinishFileDataUploadRequest,
  ImageAnimationStyle,
  ImageLoopStyle,
  ImageMask,
} from '../../contract/shapes/file.ts'
import { BoopRequest } from '../../contract/shapes/friend.ts'
import { CreateInstanceRequest } from '../../contract/shapes/instance.ts'
import { InviteRequest, RequestInviteRequest, UpdateInviteMessageRequest } from '../../contract/shapes/invite.ts'
import { SubmitModerationReportRequest } from '../../contract/shapes/moderationReport.ts'
import { UpdateUserNoteRequest } from '../../contract/shapes/note.ts'
import { ReplyNotificationV2Request, RespondNotificationV2Request } from '../../contract/shapes/notification.ts'
import { EditPrintForm, PrintForm } from '../../contract/shapes/print.ts'
import { CreatePropRequest, UpdatePropRequest } from '../../contract/shapes/prop.ts'
import {
  ChangeWorldTagsRequest,
  CreateWorldRequest,
  Kept,
  UpdateWorldRequest,
} from '../../contract/shapes/worldRequests.ts'
import { given } from './given.ts'

/** The rules of a request body of the wire for an input with the same members; other members are the graph's own. */
const rulesOf = (body: z.ZodObject) =>
  z.preprocess((input) => (typeof input === 'object' && input !== null ? given(input) : input), body.loose())

/** A birthday is a Date here, and its rule is the act's. */
export const updateUserRules = rulesOf(UpdateUserRequest.omit({ birthday: true }))
export const changeTagsRules = rulesOf(ChangeUserTagsRequest)
export const updateBadgeRules = rulesOf(UpdateUserBadgeRequest)
export const updateNoteRules = rulesOf(UpdateUserNoteRequest.pick({ note: true }))
/** A time is a Date here. */
export const createInstanceRules = rulesOf(CreateInstanceRequest.omit({ closedAt: true }))
export const boopRules = rulesOf(BoopRequest)
export const favoriteRules = rulesOf(AddFavoriteRequest.pick({ favoriteId: true }))
export const favoriteGroupRules = rulesOf(UpdateFavoriteGroupRequest)
export const responseRules = rulesOf(RespondNotificationV2Request)
export const replyRules = rulesOf(ReplyNotificationV2Request)
export const inviteRules = rulesOf(InviteRequest.pick({ messageSlot: true }))
export const requestInviteRules = rulesOf(RequestInviteRequest)
export const inviteMessageRules = rulesOf(UpdateInviteMessageRequest)
export const createFileRules = rulesOf(CreateFileRequest)
export const createFileVersionRules = rulesOf(CreateFileVersionRequest)
export const finishRules = rulesOf(FinishFileDataUploadRequest.pick({ etags: true }))
export const pictureRules = rulesOf(
  z.object({
    animationStyle: ImageAnimationStyle.optional(),
    loopStyle: ImageLoopStyle.optional(),
    maskTag: ImageMask.optional(),
  }),
)
export const agreementRules = rulesOf(AgreementRequest)
export const reviewNotesRules = rulesOf(UpdateAssetReviewNotesRequest)
export const bundlePackageRules = rulesOf(AdminUnityPackage)

export const printRules = rulesOf(
  EditPrintForm.pick({ note: true }).extend(PrintForm.pick({ worldId: true, worldName: true }).shape),
)
export const createPropRules = rulesOf(CreatePropRequest)
export const updatePropRules = rulesOf(UpdatePropRequest)

const text = (name: string, most: number) => z.string().max(most, `${name} must have at most ${most} characters`)

export const createWorldRules = rulesOf(CreateWorldRequest)
export const updateWorldRules = rulesOf(UpdateWorldRequest)
export const changeWorldTagsRules = rulesOf(ChangeWorldTagsRequest)
export const persistenceRules = rulesOf(z.object({ data: Kept('data') }))
export const feedbackRules = rulesOf(
  z.object({
    type: text('type', 64).min(1, 'type must not be empty'),
    reason: text('reason', 64).min(1, 'reason must not be empty'),
    description: text('description', 1_000).optional(),
    tags: z.array(text('tags', 64).min(1)).max(10, 'tags must be at most 10').optional(),
  }),
)

export const submitReportRules = rulesOf(SubmitModerationReportRequest)

/** What admins tell many people is the graph's own. */
export const sendRules = rulesOf(
  z.object({
    receiverIds: z.array(z.string()).max(1_000, 'receiverIds must be at most 1,000').optional(),
    title: text('title', 128).min(1, 'title must not be empty'),
    message: text('message', 2_000).min(1, 'message must not be empty'),
    category: text('category', 64).optional(),
    imageUrl: z
      .url({ protocol: /^https?$/, error: 'imageUrl must be an address' })
      .max(2_048)
      .optional(),
    link: text('link', 2_048).optional(),
    linkText: text('linkText', 128).optional(),
  }),
)
