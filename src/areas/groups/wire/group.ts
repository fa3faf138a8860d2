import type {
  GroupMyMember,
  Group as GroupRecord,
  LimitedGroup,
  LimitedUserGroups,
  RepresentedGroup,
} from '../../../contract/shapes/group.ts'
import { GroupJoinState, GroupPrivacy, GroupUserVisibility } from '../../../contract/shapes/group.ts'
import type { Group, GroupGallery } from '../../../generated/prisma/client.ts'
import { bytesOfTexts, JsonText, jsonArray, jsonMembers, jsonObject } from '../../../kernel/jsonText.ts'
import { type RecordSource, recordOfRow } from '../../../kernel/recordCache.ts'
import { type GroupAccess, shownStatus } from '../access.ts'
import { cachedOfLimitedGroups, type LimitedGroupRow } from '../group/foundGroups.ts'
import type { GroupView } from '../group/groups.ts'
import { type GroupUrlOptions, groupImageUrl } from '../group/images.ts'
import type { FoundRecord } from '../group/search.ts'
import { cachedOfGroups } from '../groupRows.ts'
import type { ProfileGroup } from '../userGroups/profile.ts'
import { galleryWire } from './gallery.ts'
import { memberRoleIds } from './member.ts'
import { roleWire } from './role.ts'

type GroupSummary = Pick<
  Group,
  'bannerId' | 'iconId' | 'description' | 'discriminator' | 'memberCount' | 'name' | 'ownerId' | 'shortCode'
>

const summaryOf = (group: GroupSummary, options: GroupUrlOptions) => ({
  bannerId: group.bannerId,
  bannerUrl: groupImageUrl(options, 'banner', group.bannerId),
  description: group.description,
  discriminator: group.discriminator,
  iconId: group.iconId,
  iconUrl: groupImageUrl(options, 'icon', group.iconId),
  memberCount: group.memberCount,
  name: group.name,
  ...(group.ownerId !== null && { ownerId: group.ownerId }),
  shortCode: group.shortCode,
})

/** What of the record of a group is the same for all viewers. */
const sharedWire = (options: GroupUrlOptions, group: Group) => ({
  ...summaryOf(group, options),
  ageVerificationBetaCode: '',
  ageVerificationBetaSlots: 0,
  ageVerificationSlotsAvailable: false,
  allowGroupJoinPrompt: group.allowGroupJoinPrompt,
  badges: [],
  createdAt: group.createdAt.toISOString(),
  id: group.id,
  isVerified: group.isVerified,
  joinState: GroupJoinState.parse(group.joinState),
  languages: group.languages,
  lastPostCreatedAt: group.lastPostCreatedAt?.toISOString() ?? null,
  links: group.links,
  memberCountSyncedAt: group.updatedAt.toISOString(),
  onlineMemberCount: group.onlineMemberCount,
  privacy: GroupPrivacy.parse(group.privacy),
  rules: group.rules,
  ...(group.storeId !== null && { storeId: group.storeId }),
  tags: group.tags,
  updatedAt: group.updatedAt.toISOString(),
})

/** What of the record of a group depends on the viewer, beside the galleries. */
const viewerWire = ({ access, roles }: GroupView) => ({
  membershipStatus: shownStatus(access, true),
  ...ownMembership(access),
  ...(roles && { roles: roles.map(roleWire) }),
  ...(access.group.transferTargetId !== null && { transferTargetId: access.group.transferTargetId }),
})

/** The record of a group. Roles are only in it if they were read; the viewer's own membership only if there is any. */
export const groupWire = (view: GroupView, options: GroupUrlOptions): GroupRecord => ({
  ...sharedWire(options, view.access.group),
  galleries: view.galleries.map(galleryWire),
  ...viewerWire(view),
})

/** A group as JSON: what is the same for all viewers, and each of its galleries. */
interface GroupTexts {
  readonly shared: string
  readonly galleries: readonly string[]
}

const GROUP_TEXTS = cachedOfGroups<GroupTexts>({
  name: 'text of a group',
  make: (options, group) => ({
    shared: jsonMembers(sharedWire(options, group)),
    galleries: group.galleries.map((gallery) => JSON.stringify(galleryWire(gallery))),
  }),
  sizeOf: ({ shared, galleries }) => bytesOfTexts([shared, ...galleries]),
})

/** The record of `groupWire` as JSON: cached texts, and the members that depend on the viewer. */
export function groupText(source: RecordSource, view: GroupView): JsonText<GroupRecord> {
  const { group } = view.access
  const { shared, galleries } = recordOfRow(source, GROUP_TEXTS, group)
  const visible = group.galleries.flatMap(
    (gallery, at) => (view.galleries.includes(gallery) ? galleries[at] : []) ?? [],
  )
  return new JsonText(jsonObject([shared, `"galleries":${jsonArray(visible)}`, jsonMembers(viewerWire(view))]))
}

const SHOWN_STATUSES: readonly string[] = ['member', 'requested', 'invited']

function ownMembership(access: GroupAccess): { myMember?: GroupMyMember } {
  const { member, status, acceptedBy } = access
  if (!member || !SHOWN_STATUSES.includes(status)) return {}
  return {
    myMember: {
      acceptedByDisplayName: acceptedBy,
      acceptedById: member.acceptedById,
      bannedAt: null,
      createdAt: member.createdAt.toISOString(),
      groupId: member.groupId,
      has2FA: access.hasTwoFactor,
      hasJoinedFromPurchase: member.hasJoinedFromPurchase,
      id: member.id,
      isRepresenting: member.isRepresenting,
      isSubscribedToAnnouncements: member.isSubscribedToAnnouncements,
      isSubscribedToEventAnnouncements: member.isSubscribedToEventAnnouncements,
      ...(member.joinedAt && { joinedAt: member.joinedAt.toISOString() }),
      lastPostReadAt: member.lastPostReadAt?.toISOString() ?? null,
      ...memberRoleIds(access.roles),
      membershipStatus: shownStatus(access, true),
      permissions: [...access.permissions].sort(),
      userId: member.userId,
      visibility: member.visibility,
    },
  }
}

const limitedWire = (options: GroupUrlOptions, group: LimitedGroupRow, galleries: readonly GroupGallery[]) => ({
  ...summaryOf(group, options),
  createdAt: group.createdAt.toISOString(),
  galleries: galleries.map(galleryWire),
  id: group.id,
  isSearchable: group.privacy !== 'private',
  rules: group.rules,
  tags: group.tags,
})

/** The record of a found group as JSON, without what stands between it and the viewer, with all galleries. */
interface LimitedTexts {
  readonly text: string
  /** Whether not everybody can see all of the galleries. */
  readonly isRestricted: boolean
}

export const LIMITED_GROUP_TEXTS = cachedOfLimitedGroups<LimitedTexts>({
  name: 'text of a limited group',
  make: (options, group) => ({
    text: jsonMembers(limitedWire(options, group, group.galleries)),
    isRestricted: group.galleries.some(({ membersOnly, restrictsView }) => membersOnly || restrictsView),
  }),
  sizeOf: ({ text }) => bytesOfTexts([text]),
})

/** Groups as searches show them, as JSON. */
export const limitedGroupsText = (
  options: GroupUrlOptions,
  found: readonly FoundRecord<LimitedTexts>[],
): JsonText<LimitedGroup[]> =>
  new JsonText(
    jsonArray(
      found.map(({ record, membershipStatus, view }) => {
        const text = view ? jsonMembers(limitedWire(options, view.access.group, view.galleries)) : record.text
        return jsonObject([text, jsonMembers({ membershipStatus })])
      }),
    ),
  )

export const userGroupWire = (
  { group, member, isMutual, isOwn }: ProfileGroup,
  options: GroupUrlOptions,
): LimitedUserGroups => ({
  ...summaryOf(group, options),
  groupId: group.id,
  id: member.id,
  isRepresenting: member.isRepresenting,
  lastPostCreatedAt: group.lastPostCreatedAt?.toISOString() ?? null,
  lastPostReadAt: isOwn ? (member.lastPostReadAt?.toISOString() ?? null) : null,
  memberVisibility: member.visibility,
  mutualGroup: isMutual,
  privacy: group.privacy,
})

/** The group that a person represents; empty for none, which clients need rather than null. */
export const representedGroupWire = (found: ProfileGroup | null, options: GroupUrlOptions): RepresentedGroup =>
  found
    ? {
        ...summaryOf(found.group, options),
        groupId: found.group.id,
        isRepresenting: true,
        memberVisibility: GroupUserVisibility.parse(found.member.visibility),
        privacy: GroupPrivacy.parse(found.group.privacy),
      }
    : {}
